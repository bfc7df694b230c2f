import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import files from "@fastify/static";
import react from "@vitejs/plugin-react";
import Fastify from "fastify";
import { build } from "vite";

/**
 * Builds the bare React page into `folder` and serves it compressed, as ours is: at `url` as React draws it, and at `drawn` with what it shows
 * in the document, so that React comes later. Returns these addresses and how to stop it.
 */
export async function serveBarePage(folder: string) {
  const root = path.join(import.meta.dirname, "page");
  await build({
    configFile: false,
    root,
    plugins: [react()],
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: ["index.html", "drawn.html"].map((name) => path.join(root, name)) },
    },
  });
  for (const name of await readdir(path.join(folder, "assets"))) {
    const file = path.join(folder, "assets", name);
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
  }
  const app = Fastify();
  await app.register(files, { root: folder, preCompressed: true });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, drawn: `${url}/drawn.html`, stop: () => app.close() };
}
