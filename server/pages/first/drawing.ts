import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { First } from "#contract/first.ts";

/** Returns the HTML of a page for a visitor, or the head of a page for a member; empty if only the browser can draw it. */
export type Draw = (address: URL, first: First) => Promise<string>;

interface Drawing {
  readonly drawPage: Draw;
}

/** Loads the build's drawing code from the web folder `dir`, at the first page. Without it (tests), browsers draw everything. */
export function openDrawing(dir: string): Draw {
  const file = path.join(dir, ".drawing/draw-page.js");
  if (!existsSync(file)) return async () => "";
  let loading: Promise<Drawing> | undefined;
  return async (address, first) => {
    loading ??= import(pathToFileURL(file).href) as Promise<Drawing>;
    const { drawPage } = await loading;
    return drawPage(address, first);
  };
}
