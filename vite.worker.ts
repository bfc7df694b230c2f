// Decision 121: what the service worker is, and which document it opens pages from.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Plugin, type Rolldown, build } from "vite";
import { quietTimings } from "./vite.server.ts";

const root = import.meta.dirname;
/** Returns 12 characters that differ when one of the texts does. */
const hash = (...texts: readonly string[]) =>
  texts
    .reduce((all, text) => all.update(text), createHash("sha256"))
    .digest("base64url")
    .slice(0, 12);

/** Names what crosses the wire: a program reads only answers that were kept under the same contract. */
export const contractHash = (): string => {
  const files = readdirSync(path.join(root, "contract")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return hash(...[...files].sort().map((name) => readFileSync(path.join(root, "contract", name), "utf8")));
};

/**
 * Names the build in `index.html`, and adds `app.html`, the same document without a place for a person, and `worker.js` with the list of
 * the files of this build.
 */
export const serviceWorker = (): Plugin => ({
  name: "service-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("Vite has not written index.html");
      const html = String(index.source);
      const id = hash(html, ...Object.keys(bundle).sort());
      const named = html.replace("<html ", `<html data-build="${id}" `);
      index.source = named;
      this.emitFile({ type: "asset", fileName: "app.html", source: named.replaceAll(/<!--(first|page)-->/g, "") });
      const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|woff2|svg)$/.test(file));
      const source = await workerOf({ build: id, files: files.map((file) => `/${file}`) });
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  },
});

async function workerOf(program: { readonly build: string; readonly files: readonly string[] }): Promise<string> {
  const built = (await build({
    configFile: false,
    root: path.join(root, "web"),
    logLevel: "warn",
    publicDir: false,
    define: { program: JSON.stringify(program), "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: {
        input: path.join(root, "web/worker/worker.ts"),
        checks: quietTimings,
        output: { format: "iife", codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
