import { readFileSync } from "node:fs";
import path from "node:path";

/** A part of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  /** Pictures and other files that its code names. */
  readonly assets?: readonly string[];
}

/** The picture of all icons (`vite.icons.ts`), which the code shows as soon as it runs. */
const icons = /^assets\/icons-[^/]+\.svg$/;

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
    const pictures = new Set<string>();
    const visited = new Set<string>();
    const add = (name: string) => {
      const chunk = manifest[name];
      if (!chunk || visited.has(name)) return;
      visited.add(name);
      // The document loads some of them for every page.
      if (!document.includes(chunk.file)) files.add(chunk.file);
      chunk.assets?.filter((file) => icons.test(file)).forEach((file) => pictures.add(file));
      chunk.imports?.forEach(add);
    };
    modules.forEach(add);
    const links = [
      ...[...files].map((file) => `<link rel="modulepreload" href="/${file}" crossorigin>`),
      // With the lowest priority. A preload would not do: browsers count an icon as none of its kinds.
      ...[...pictures].map((file) => `<link rel="prefetch" href="/${file}">`),
    ].join("");
    made.set(key, links);
    return links;
  };
}
