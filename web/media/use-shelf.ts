import { useMemo, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";

export interface Shelf {
  readonly count: () => number;
  readonly at: (index: number) => MediaItem | undefined;
  /** -1 when it is not on the shelf. */
  readonly indexOf: (id: string | null) => number;
  readonly remove: (id: string) => void;
}

/**
 * The photos that are leafed through: those that were there at the opening, and older ones as they are loaded.
 * What arrives at the front meanwhile would push the open photo aside, so it waits for the next opening.
 */
export function useShelf(photos: readonly MediaItem[]): Shelf {
  const [first] = useState(() => photos.filter(isReady).map(({ id }) => id));
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const ids = idsOnShelf(first, photos).filter((id) => !removed.has(id));
    const known = new Map(photos.map((item) => [item.id, item]));
    return {
      count: () => ids.length,
      at: (index) => known.get(ids[index] ?? ""),
      indexOf: (id) => ids.indexOf(id ?? ""),
      remove: (id) => setRemoved((before) => new Set(before).add(id)),
    };
  }, [first, photos, removed]);
}

const isReady = ({ state }: MediaItem) => state === "ready";

/** `first`, and after them what has come in below the last of them that is still there. */
export function idsOnShelf(first: readonly string[], photos: readonly MediaItem[]): readonly string[] {
  const before = new Set(first);
  const last = photos.findLastIndex(({ id }) => before.has(id));
  const later = photos.slice(last + 1).filter(isReady);
  return [...first, ...later.map(({ id }) => id)];
}
