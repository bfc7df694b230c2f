import type { MediaItem } from "#contract/media-item.ts";
import type { ItemAt } from "../photos/use-items.ts";

/** How far from its old position a photo is searched after other photos came or went. */
const maxShift = 50;

/** Freezes the order of photos while the viewer is open, so that a new photo does not move the open one. New ones wait for the next opening. */
export interface ViewerOrder {
  readonly count: () => number;
  readonly at: (index: number, itemAt: ItemAt) => MediaItem | undefined;
  readonly remove: (index: number) => void;
}

export function createViewerOrder(total: number): ViewerOrder {
  let items = new Map<number, MediaItem>();
  const removed = new Set<string>();
  let size = total;
  /** How far the gallery has moved since the opening, as found by the photo that was read last. */
  let shift = 0;
  let last = -1;

  const search = (index: number, id: string, itemAt: ItemAt) => {
    for (let away = 0; away <= maxShift; away += 1)
      for (const to of [shift + away, shift - away]) {
        const item = itemAt(index + to);
        if (item?.id !== id) continue;
        shift = to;
        return item;
      }
    return undefined;
  };

  return {
    count: () => size,
    at(index, itemAt) {
      if (index < 0 || index >= size) return undefined;
      const known = items.get(index);
      const before = items.get(last);
      if (!known && before) search(last, before.id, itemAt);
      let item = known ? (search(index, known.id, itemAt) ?? known) : itemAt(index + shift);
      // The gallery may still contain a photo that was deleted here; the next one takes its position.
      if (!known && item && removed.has(item.id)) item = itemAt(index + shift + 1);
      if (item) {
        items.set(index, item);
        last = index;
      }
      return item;
    },
    remove(index) {
      const gone = items.get(index);
      if (gone) removed.add(gone.id);
      items = new Map(
        [...items].flatMap(([at, item]): [number, MediaItem][] =>
          at === index ? [] : [[at > index ? at - 1 : at, item]],
        ),
      );
      last = -1;
      size -= 1;
    },
  };
}
