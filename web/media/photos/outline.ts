import { type Outline, chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Page } from "../../core/api.ts";
import { splitDays } from "./days.ts";
import { ratioOf } from "./rows.ts";

/** What the wall of photos needs to know of a gallery before its photos are there. */
export interface Plan {
  readonly total: number;
  /** Width by height of each. */
  readonly ratioAt: (index: number) => number;
  /** Newest first. */
  readonly days: readonly (readonly [day: string, count: number])[];
  /** Where each chunk begins in its list: `cursors[0]` is that of the newest, which needs none. */
  readonly cursors: readonly string[];
  /** Older photos may follow that the plan does not know of yet. */
  readonly isOpenEnded: boolean;
}

const step = Math.log(widest / narrowest) / (shapeLetters.length - 1);
const ratios = new Map(shapeLetters.split("").map((letter, place) => [letter, narrowest * Math.exp(place * step)]));

export const planOf = ({ shapes, days, cursors }: Pick<Outline, "shapes" | "days" | "cursors">): Plan => ({
  total: shapes.length,
  ratioAt: (index) => ratios.get(shapes[index] ?? "") ?? 4 / 3,
  days,
  cursors: ["", ...cursors],
  isOpenEnded: false,
});

/** What a first page alone tells, until the outline is there. */
export const planOfPage = ({ rows, next }: Page<MediaItem>): Plan => ({
  total: rows.length,
  ratioAt: (index) => ratioOf(rows[index] ?? { width: 0, height: 0 }),
  days: splitDays(rows).map(({ day, photos }) => [day, photos.length]),
  cursors: [""],
  isOpenEnded: next !== null,
});

/** A part of a gallery that is fetched at once. */
export interface Chunk {
  readonly number: number;
  readonly cursor: string;
  /** The place of its first photo. */
  readonly from: number;
  /** The place after its last one. */
  readonly to: number;
}

/** Chunks are counted off from the oldest: the newest holds what is left over, so new photos move no others. */
export function chunkAt(plan: Plan, number: number): Chunk {
  const first = newestSize(plan);
  const from = number === 0 ? 0 : first + (number - 1) * chunkSize;
  return { number, cursor: plan.cursors[number] ?? "", from, to: number === 0 ? first : from + chunkSize };
}

/** The number of the chunk that holds the photo at this place. */
export function chunkNumberOf(plan: Plan, index: number): number {
  const first = newestSize(plan);
  return index < first ? 0 : 1 + Math.floor((index - first) / chunkSize);
}

const newestSize = ({ total, cursors }: Plan) => total - (cursors.length - 1) * chunkSize;

/** The chunks that hold any photo from `from` up to, not including, `to`. */
export function chunksIn(plan: Plan, from: number, to: number): readonly Chunk[] {
  if (plan.total === 0 || to <= from) return [];
  const first = chunkNumberOf(plan, Math.max(0, from));
  const last = chunkNumberOf(plan, Math.min(plan.total, to) - 1);
  return Array.from({ length: last - first + 1 }, (_, i) => chunkAt(plan, first + i));
}

/** A part of a plan that is shown, as a plan of its own, and where what it shows is in the whole. */
export interface Shown {
  readonly plan: Plan;
  readonly placeOf: (index: number) => number;
  /** Undefined for what is not shown. */
  readonly indexOf: (place: number) => number | undefined;
}

/** The plan without the photos at these places. */
export function without(plan: Plan, hidden: readonly number[]): Shown {
  if (hidden.length === 0) return { plan, placeOf: (index) => index, indexOf: (place) => place };
  const gone = new Set(hidden);
  const kept = Array.from({ length: plan.total }, (_, place) => place).filter((place) => !gone.has(place));
  let place = 0;
  const days = plan.days.flatMap(([day, count]): [string, number][] => {
    const end = place + count;
    let left = 0;
    for (; place < end; place += 1) if (!gone.has(place)) left += 1;
    return left > 0 ? [[day, left]] : [];
  });
  const shown = { ...plan, total: kept.length, days, ratioAt: (index: number) => plan.ratioAt(kept[index] ?? 0) };
  return {
    plan: shown,
    placeOf: (index) => kept[index] ?? index,
    indexOf: (at) => (gone.has(at) ? undefined : kept.indexOf(at)),
  };
}

/** Where what stands at a place of one plan stands in a later one: others came or went by their days, within its own day before it. */
export function placeIn(later: Plan, plan: Plan, place: number): number {
  // How many there were below was not known: then places are the same from the beginning.
  if (plan.isOpenEnded) return place;
  let from = 0;
  for (const [day, count] of plan.days) {
    if (place >= from + count) {
      from += count;
      continue;
    }
    const newer = later.days.filter((one) => one[0] > day).reduce((sum, one) => sum + one[1], 0);
    const left = later.days.find((one) => one[0] === day)?.[1] ?? 0;
    return newer + Math.max(0, place - from + left - count);
  }
  return place;
}
