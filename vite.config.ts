import { brotliCompress, constants, gzip } from "node:zlib";
import path from "node:path";
import { promisify } from "node:util";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss(), preloadFonts(), compressed()],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: "es2023",
    // A picture inside the code would be loaded with it, whether it is shown or not.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: sharedByFirstViews() }] } } },
  },
  server: { proxy: { "/api": "http://localhost:3000", "/objects": "http://localhost:3000" } },
  test: {
    root: ".",
    include: ["{contract,server,web}/**/*.test.ts"],
    globalSetup: "server/testing/global.ts",
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

/** What the two first views load without being asked. */
const firstViews = [
  ["main.tsx", "shell/visitor-app.tsx"],
  ["main.tsx", "shell/member-app.tsx"],
];

const reactItself = /node_modules\/(react|react-dom|scheduler)\//;

/** Puts into one file what both first views need, instead of into a dozen small ones. */
function sharedByFirstViews(): Rolldown.CodeSplittingNameFunction {
  const reach = new Map<string, Set<string>>();
  return (id, graph) => {
    for (const names of reach.size === 0 ? firstViews : []) {
      const reached = new Set<string>();
      const visit = (next: string) => {
        // A package is taken as its author cut it: its index names far more than is used.
        if (reached.has(next) || (next.includes("node_modules") && !reactItself.test(next))) return;
        reached.add(next);
        for (const imported of graph.getModuleInfo(next)?.importedIds ?? []) visit(imported);
      };
      for (const name of names) visit(path.resolve(import.meta.dirname, "web", name));
      reach.set(names.join(), reached);
    }
    const isEntry = id.endsWith("/web/main.tsx");
    return !isEntry && [...reach.values()].every((reached) => reached.has(id)) ? "first" : null;
  };
}

/** Names the fonts in the page's head, so that they come with the styles and not after them. */
function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith(".woff2"))
          .map((file): HtmlTagDescriptor => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
            injectTo: "head-prepend",
          })),
    },
  };
}

/** Puts a .br and a .gz beside every file that shrinks, made once at the best setting, for the server to send as they are. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: "compressed",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        for (const [fileName, part] of Object.entries(bundle)) {
          if (!/\.(js|css|svg|json)$/.test(fileName) || fileName.startsWith(".vite/")) continue;
          const bytes = Buffer.from(part.type === "chunk" ? part.code : part.source);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: await brotli(bytes, { params }) });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: await zip(bytes, { level: 9 }) });
        }
      },
    },
  };
}
