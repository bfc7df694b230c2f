import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Viewer } from "../../platform/http/session.ts";

/** What a document says: the viewer, the time, whether anybody has logged in with this browser, and the answers of calls. */
export interface Told {
  readonly user: Viewer | null;
  readonly at: number;
  readonly isReturning: boolean;
  readonly answers: Readonly<Record<string, unknown>>;
}

interface Drawing {
  readonly drawPage: (address: URL, told: Told) => Promise<string>;
}

/** Returns the HTML of a page for a visitor, or the head of a page for a member; empty if only the browser can draw it. */
export type Draw = (address: URL, told: Told) => Promise<string>;

/** Loads the build's drawing code from the web folder `dir`, at the first page. Without it (tests), browsers draw everything. */
export function openDrawing(dir: string): Draw {
  const file = path.join(dir, ".drawing/draw-page.js");
  if (!existsSync(file)) return async () => "";
  let loading: Promise<Drawing> | undefined;
  return async (address, told) => {
    loading ??= import(pathToFileURL(file).href) as Promise<Drawing>;
    const { drawPage } = await loading;
    return drawPage(address, told);
  };
}
