import type { MediaItem } from "#contract/media-item.ts";
import type { ItemAt } from "../photos/use-items.ts";

/** So far a photo is looked for when others came or went while it was open. */
const reach = 50;

/**
 * The photos that are leafed through, in the order they had at the opening. What arrives meanwhile would push the open photo
 * aside, so it waits for the next opening.
 */
export interface Shelf {
  readonly count: () => number;
  readonly at: (place: number, itemAt: ItemAt) => MediaItem | undefined;
  readonly remove: (place: number) => void;
}

export function openShelf(total: number): Shelf {
  let places = new Map<number, MediaItem>();
  const removed = new Set<string>();
  let size = total;
  /** How far the gallery has moved on since, which the photo looked at last tells. */
  let shift = 0;
  let last = -1;

  const search = (place: number, id: string, itemAt: ItemAt) => {
    for (let away = 0; away <= reach; away += 1)
      for (const to of [shift + away, shift - away]) {
        const item = itemAt(place + to);
        if (item?.id !== id) continue;
        shift = to;
        return item;
      }
    return undefined;
  };

  return {
    count: () => size,
    at(place, itemAt) {
      if (place < 0 || place >= size) return undefined;
      const known = places.get(place);
      const before = places.get(last);
      if (!known && before) search(last, before.id, itemAt);
      let item = known ? (search(place, known.id, itemAt) ?? known) : itemAt(place + shift);
      // Its successor stands where a deleted one was, until the gallery has heard of that.
      if (!known && item && removed.has(item.id)) item = itemAt(place + shift + 1);
      if (item) {
        places.set(place, item);
        last = place;
      }
      return item;
    },
    remove(place) {
      const gone = places.get(place);
      if (gone) removed.add(gone.id);
      places = new Map(
        [...places].flatMap(([at, item]): [number, MediaItem][] =>
          at === place ? [] : [[at > place ? at - 1 : at, item]],
        ),
      );
      last = -1;
      size -= 1;
    },
  };
}
