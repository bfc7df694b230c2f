import type { ZipLayout } from "../../media/zip/layout.ts";

const maxKept = 3;
const keptMs = 10 * 60_000;

/** An export on the disk. `close` frees its room. */
export interface MadeExport {
  readonly layout: ZipLayout;
  close(): Promise<void>;
}

interface Shared extends MadeExport {
  readonly userId: string;
  readonly key: string;
  uses: number;
}

/**
 * Keeps the latest exports of this server for ten minutes, so that a resumed download does not read all records again. Each is used once
 * more: if a photo was deleted meanwhile and the download breaks, the next request makes a new export. One that is no longer kept is closed
 * when the last download of it has ended.
 */
export function keepLayouts() {
  const kept = new Map<string, Shared>();
  const release = async (shared: Shared) => {
    shared.uses -= 1;
    if (shared.uses === 0) await shared.close();
  };
  const forget = async (shared: Shared) => {
    if (kept.get(shared.key) !== shared) return;
    kept.delete(shared.key);
    await release(shared);
  };
  const keep = (key: string, userId: string, made: MadeExport): Shared => {
    const same = kept.get(key);
    if (same) void forget(same);
    // This download, and the one that may resume it.
    const shared = { ...made, key, userId, uses: 2 };
    kept.set(key, shared);
    for (const oldest of [...kept.values()].slice(0, -maxKept)) void forget(oldest);
    setTimeout(() => void forget(shared), keptMs).unref();
    return shared;
  };
  return {
    /** Calls `work` with the kept layout of this ETag, else with that of a new export. The layout can be read until `work` ends. */
    async use<T>(
      userId: string,
      etag: string,
      make: () => Promise<MadeExport>,
      work: (layout: ZipLayout) => Promise<T>,
    ): Promise<T> {
      const keyOf = (tag: string) => `${userId} ${tag}`;
      let shared = kept.get(keyOf(etag));
      if (shared) kept.delete(shared.key);
      else {
        const made = await make();
        shared = keep(keyOf(made.layout.etag), userId, made);
      }
      try {
        return await work(shared.layout);
      } finally {
        await release(shared);
      }
    },
    /** Forgets the exports of a person, or all of them. */
    async forget(userId?: string): Promise<void> {
      const some = [...kept.values()].filter((shared) => userId === undefined || shared.userId === userId);
      await Promise.all(some.map(forget));
    },
  };
}
