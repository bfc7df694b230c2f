import { readFileSync } from "node:fs";
import path from "node:path";

/** A part of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Returns the links that load a page's code at once instead of one import after the other. */
export type CodeOf = (...modules: readonly string[]) => string;

/** Reads what the build wrote about its chunks into `dir`. Without it (tests), no code is named. */
export function openCode(dir: string, document: string): CodeOf {
  let manifest: Readonly<Record<string, Chunk>> = {};
  try {
    manifest = JSON.parse(readFileSync(path.join(dir, ".vite/manifest.json"), "utf8")) as typeof manifest;
  } catch {
    return () => "";
  }
  const made = new Map<string, string>();
  return (...modules) => {
    const key = modules.join();
    const known = made.get(key);
    if (known !== undefined) return known;
    const files = new Set<string>();
    const visited = new Set<string>();
    const add = (name: string) => {
      const chunk = manifest[name];
      if (!chunk || visited.has(name)) return;
      visited.add(name);
      // The document loads some of them for every page.
      if (!document.includes(chunk.file)) files.add(chunk.file);
      chunk.imports?.forEach(add);
    };
    modules.forEach(add);
    const links = [...files].map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`).join("");
    made.set(key, links);
    return links;
  };
}
