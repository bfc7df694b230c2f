import type { Outline } from "#contract/gallery.ts";
import { chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery-shape.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Page } from "../../core/api.ts";
import { splitDays } from "./days.ts";
import { ratioOf } from "./rows.ts";

/** What the wall needs before the photos themselves are loaded, in the order in which it shows them. */
export interface Layout {
  readonly total: number;
  /** Width divided by height of a photo. */
  readonly ratioAt: (index: number) => number;
  readonly days: readonly (readonly [day: string, count: number])[];
  /** Older photos follow that the layout does not contain yet. */
  readonly isOpenEnded: boolean;
  /** Oldest first; else newest first. */
  readonly isStory: boolean;
}

/** A gallery as the server has it, newest first. */
export interface GalleryLayout extends Layout {
  /** The cursor before each chunk, newest first. `cursors[0]` is empty, because the newest chunk needs none. */
  readonly cursors: readonly string[];
}

const step = Math.log(widest / narrowest) / (shapeLetters.length - 1);
const ratios = new Map(shapeLetters.split("").map((letter, place) => [letter, narrowest * Math.exp(place * step)]));

export const layoutOf = ({ shapes, days, cursors }: Pick<Outline, "shapes" | "days" | "cursors">): GalleryLayout => ({
  total: shapes.length,
  ratioAt: (index) => ratios.get(shapes[index] ?? "") ?? 4 / 3,
  days,
  cursors: ["", ...cursors],
  isOpenEnded: false,
  isStory: false,
});

/** The layout of the first page alone, until the outline arrives. */
export const layoutOfPage = ({ rows, next }: Page<MediaItem>): GalleryLayout => ({
  total: rows.length,
  ratioAt: (index) => ratioOf(rows[index] ?? { width: 0, height: 0 }),
  days: splitDays(rows).map(({ day, photos }) => [day, photos.length]),
  cursors: [""],
  isOpenEnded: next !== null,
  isStory: false,
});

/** A part of a gallery that is fetched in one request. */
export interface Chunk {
  readonly number: number;
  readonly cursor: string;
  /** The index of its first photo. */
  readonly from: number;
  /** The index after its last photo. */
  readonly to: number;
}

/** Chunks of fifty count from the oldest photo. The newest chunk has the remainder, so new photos do not move the other chunks. */
export function chunkAt(layout: GalleryLayout, number: number): Chunk {
  const first = newestSize(layout);
  const from = number === 0 ? 0 : first + (number - 1) * chunkSize;
  return { number, cursor: layout.cursors[number] ?? "", from, to: number === 0 ? first : from + chunkSize };
}

/** The number of the chunk that contains the photo at this index. */
export function chunkNumberOf(layout: GalleryLayout, index: number): number {
  const first = newestSize(layout);
  return index < first ? 0 : 1 + Math.floor((index - first) / chunkSize);
}

const newestSize = ({ total, cursors }: GalleryLayout) => total - (cursors.length - 1) * chunkSize;

/** The chunks with photos from `from` up to, not including, `to`. */
export function chunksIn(layout: GalleryLayout, from: number, to: number): readonly Chunk[] {
  if (layout.total === 0 || to <= from) return [];
  const first = chunkNumberOf(layout, Math.max(0, from));
  const last = chunkNumberOf(layout, Math.min(layout.total, to) - 1);
  return Array.from({ length: last - first + 1 }, (_, i) => chunkAt(layout, first + i));
}

/** The visible part of a layout. An index counts the visible photos, and a place counts all photos. */
export interface Shown {
  readonly layout: Layout;
  readonly placeOf: (index: number) => number;
  /** Undefined for a hidden photo. */
  readonly indexOf: (place: number) => number | undefined;
}

/** Hides the photos at these places. */
export function without(layout: GalleryLayout, hidden: readonly number[]): Shown {
  if (hidden.length === 0) return { layout, placeOf: (index) => index, indexOf: (place) => place };
  const gone = new Set(hidden);
  const kept = Array.from({ length: layout.total }, (_, place) => place).filter((place) => !gone.has(place));
  let place = 0;
  const days = layout.days.flatMap(([day, count]): [string, number][] => {
    const end = place + count;
    let left = 0;
    for (; place < end; place += 1) if (!gone.has(place)) left += 1;
    return left > 0 ? [[day, left]] : [];
  });
  const shown = { ...layout, total: kept.length, days, ratioAt: (index: number) => layout.ratioAt(kept[index] ?? 0) };
  return {
    layout: shown,
    placeOf: (index) => kept[index] ?? index,
    indexOf: (at) => (gone.has(at) ? undefined : kept.indexOf(at)),
  };
}

/** The same photos from the oldest to the newest. */
export function asStory({ layout, placeOf, indexOf }: Shown): Shown {
  const mirror = (index: number) => layout.total - 1 - index;
  return {
    layout: {
      ...layout,
      days: layout.days.toReversed(),
      ratioAt: (index) => layout.ratioAt(mirror(index)),
      isStory: true,
    },
    placeOf: (index) => placeOf(mirror(index)),
    indexOf(place) {
      const index = indexOf(place);
      return index === undefined ? undefined : mirror(index);
    },
  };
}

/** Maps a place in a layout to the place in a later one, and assumes that changes inside its day are newer than it. */
export function placeIn(later: Layout, layout: Layout, place: number): number {
  // The old layout has no older photos to count, so the place stays the same from the beginning.
  if (layout.isOpenEnded) return place;
  let from = 0;
  for (const [day, count] of layout.days) {
    if (place >= from + count) {
      from += count;
      continue;
    }
    const isBefore = (other: string) => (layout.isStory ? other < day : other > day);
    const before = later.days.filter((one) => isBefore(one[0])).reduce((sum, one) => sum + one[1], 0);
    const left = later.days.find((one) => one[0] === day)?.[1] ?? 0;
    return before + Math.max(0, place - from + (layout.isStory ? 0 : left - count));
  }
  return place;
}
