// Decision 049: why a gallery is laid out before its photos are fetched.
// Written by hand because the outline gives every height before a photo is fetched: libraries measure elements or need all photos.
import { today } from "../../core/calendar.ts";
import { yearAfter } from "../photos/days.ts";
import type { Layout } from "../photos/outline.ts";
import { type Row, layRows, rowGap as gap, rowHeightFor } from "../photos/rows.ts";

export interface WallRow extends Row {
  /** The top of its photos, from the top of the wall, in CSS pixels. */
  readonly top: number;
}

/** A day of a wall. Its date stands over its first photo; small days stand beside each other. In CSS pixels. */
interface WallDay {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
  /** The top and the left edge of the date. */
  readonly top: number;
  readonly left: number;
  /** The width that the date may take. */
  readonly room: number;
}

export interface Wall {
  readonly days: readonly WallDay[];
  readonly rows: readonly WallRow[];
  readonly height: number;
}

export interface WallSize {
  readonly width: number;
  /** The height of a day's heading with the space below it. */
  readonly heading: number;
}

const betweenDays = 28;

/** Computes the position of every photo and every date of a gallery, in rows that fill the width. Dates of other years than `now` are longer. */
export function layWall(layout: Layout, { width, heading }: WallSize, now = today()): Wall {
  const { total, ratioAt, isOpenEnded } = layout;
  const hasYears = layout.days.some(([day]) => yearAfter(day, now) !== "");
  const sheet = { width, gap, target: rowHeightFor(width), minDay: heading * (hasYears ? 2.75 : 1.5) };
  const laid = layRows({ total, ratioAt, counts: layout.days.map(([, count]) => count), isOpenEnded }, sheet);
  const rows: WallRow[] = [];
  const days: WallDay[] = [];
  let [from, bottom] = [0, 0];
  for (const row of laid) {
    const hasDate = from < row.to;
    const top = rows.length === 0 ? 0 : bottom + (hasDate ? betweenDays : gap);
    const lefts = hasDate ? leftsOf(row) : [];
    while (from < row.to) {
      const [day, count] = layout.days[days.length]!;
      const to = from + count;
      const left = lefts[from - row.from]!;
      const right = to < row.to ? lefts[to - row.from]! - gap : width;
      days.push({ day, from, to, top, left, room: right - left });
      from = to;
    }
    rows.push({ ...row, top: hasDate ? top + heading : top });
    bottom = rows.at(-1)!.top + row.height;
  }
  return { days, rows, height: bottom };
}

/** The left edge of each photo of a row. */
function leftsOf({ widths }: Row): readonly number[] {
  let left = 0;
  return widths.map((width) => (left += width + gap) - width - gap);
}

/** The row with the photo at this index; undefined if there is none. */
export function findRow({ rows }: Wall, index: number): WallRow | undefined {
  const row = rows[lastWhere(rows, ({ from }) => from <= index)];
  return row && index < row.to ? row : undefined;
}

/** The rows between `top` and `bottom`. */
export function visibleRows({ rows }: Wall, top: number, bottom: number): readonly WallRow[] {
  const begin = Math.max(
    0,
    lastWhere(rows, (row) => row.top <= top),
  );
  return rows.slice(begin, lastWhere(rows, (row) => row.top < bottom) + 1);
}

/** Adds the row with the photo at this index to `seen`. */
export function withRowAt(seen: readonly WallRow[], wall: Wall, index: number): readonly WallRow[] {
  const row = index < 0 ? undefined : findRow(wall, index);
  return !row || seen.includes(row) ? seen : [...seen, row].toSorted((a, b) => a.from - b.from);
}

/** The box of a photo on the wall, in CSS pixels. */
interface Slot {
  readonly index: number;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export interface DayOnWall {
  readonly day: WallDay;
  /** The photos of the day that the page draws. */
  readonly slots: readonly Slot[];
}

/** The photos of these rows, day by day. */
export function slotsByDay({ days }: Wall, rows: readonly WallRow[]): readonly DayOnWall[] {
  const found: { day: WallDay; slots: Slot[] }[] = [];
  for (const row of rows) {
    for (const [i, left] of leftsOf(row).entries()) {
      const index = row.from + i;
      let last = found.at(-1);
      if (!last || index >= last.day.to) {
        last = { day: days[lastWhere(days, ({ from }) => from <= index)]!, slots: [] };
        found.push(last);
      }
      last.slots.push({ index, top: row.top, left, width: row.widths[i]!, height: row.height });
    }
  }
  return found;
}

/** The index of the last element for which `holds` is true, by binary search; -1 if there is none. `holds` must be true up to some element. */
export function lastWhere<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [-1, list.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(list[middle]!)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index of the nearest photo in the row above (-1) or below (+1); `index` itself if there is no such row. */
export function indexAcross(wall: Wall, index: number, direction: -1 | 1): number {
  const row = findRow(wall, index);
  const next = row && findRow(wall, direction < 0 ? row.from - 1 : row.to);
  if (!row || !next) return index;
  const middle = middlesOf(row)[index - row.from]!;
  const distances = middlesOf(next).map((one) => Math.abs(one - middle));
  return next.from + distances.indexOf(Math.min(...distances));
}

const middlesOf = (row: WallRow) => leftsOf(row).map((left, i) => left + row.widths[i]! / 2);
