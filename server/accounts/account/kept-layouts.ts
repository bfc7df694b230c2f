import type { ZipLayout } from "../../media/zip/layout.ts";

const maxKept = 3;
const keptMs = 10 * 60_000;

/**
 * Keeps the layouts of the latest exports of this server for ten minutes, so that a resumed download does not read all records again. Each
 * is used once: if a photo was deleted meanwhile and the download breaks, the next request makes a new layout.
 */
export function keepLayouts() {
  const kept = new Map<string, ZipLayout>();
  const keyOf = (userId: string, etag: string) => `${userId} ${etag}`;
  return {
    keep(userId: string, layout: ZipLayout): void {
      const key = keyOf(userId, layout.etag);
      kept.set(key, layout);
      for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest);
      setTimeout(() => kept.delete(key), keptMs).unref();
    },
    take(userId: string, etag: string): ZipLayout | undefined {
      const key = keyOf(userId, etag);
      const layout = kept.get(key);
      kept.delete(key);
      return layout;
    },
  };
}
