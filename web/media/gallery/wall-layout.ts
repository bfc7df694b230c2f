// Decision 049: why a gallery is laid out before its photos are fetched.
// Written by hand because the outline gives every height before a photo is fetched: libraries measure elements or need all photos.
import type { Plan } from "../photos/outline.ts";
import { type Row, layRows } from "../photos/rows.ts";

export interface WallRow extends Row {
  /** From the top of the wall, in CSS pixels. */
  readonly top: number;
}

export interface WallDay {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
  readonly rows: readonly WallRow[];
}

export interface Wall {
  readonly days: readonly WallDay[];
  readonly height: number;
}

export interface WallSize {
  readonly width: number;
  /** The height of a day's heading with the space below it. */
  readonly heading: number;
}

export const gap = 6;
const betweenDays = 28;
const targetFor = (width: number) => (width < 640 ? 140 : width < 1000 ? 190 : 220);

/** Computes the position of every photo of a gallery, day by day, in rows that fill the width. */
export function layWall(plan: Plan, { width, heading }: WallSize): Wall {
  const sheet = { width, gap, target: targetFor(width) };
  const days: WallDay[] = [];
  let [from, top] = [0, 0];
  for (const [day, count] of plan.days) {
    const first = from;
    const laid = layRows(
      Array.from({ length: count }, (_, i) => plan.ratioAt(first + i)),
      sheet,
    );
    const isLast = first + count >= plan.total;
    // An incomplete last row would move when older photos arrive, so it is left out.
    const shown = plan.isOpenEnded && isLast ? laid.filter(({ full }) => full) : laid;
    let at = top + heading;
    const rows = shown.map((row): WallRow => {
      const placed = { ...row, from: row.from + first, to: row.to + first, top: at };
      at += row.height + gap;
      return placed;
    });
    const height = at - gap - top;
    days.push({ day, from, to: from + count, top, height, rows });
    from += count;
    top += height + betweenDays;
  }
  return { days, height: Math.max(0, top - betweenDays) };
}

/** The row with the photo at this index; undefined if there is none. */
export function findRow({ days }: Wall, index: number): WallRow | undefined {
  const day = days[lastWhere(days, ({ from }) => from <= index)];
  return day?.rows[lastWhere(day.rows, ({ from }) => from <= index)];
}

/** The days between `top` and `bottom`, each with only its rows in that range. */
export function visibleDays({ days }: Wall, top: number, bottom: number): readonly WallDay[] {
  const first = Math.max(
    0,
    lastWhere(days, (day) => day.top <= top),
  );
  const seen: WallDay[] = [];
  for (let i = first; i < days.length && days[i]!.top < bottom; i += 1) {
    const { rows, ...day } = days[i]!;
    const begin = Math.max(
      0,
      lastWhere(rows, (row) => row.top <= top),
    );
    const end = lastWhere(rows, (row) => row.top < bottom) + 1;
    seen.push({ ...day, rows: rows.slice(begin, end) });
  }
  return seen;
}

/** The index of the last element for which `holds` is true, by binary search; -1 if there is none. `holds` must be true up to some element. */
function lastWhere<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [-1, list.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(list[middle]!)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds the row with the photo at this index to `seen`. */
export function withRowAt(seen: readonly WallDay[], wall: Wall, index: number): readonly WallDay[] {
  const row = index < 0 ? undefined : findRow(wall, index);
  if (!row || seen.some(({ rows }) => rows.includes(row))) return seen;
  const day = wall.days.find(({ from, to }) => from <= index && index < to);
  if (!day) return seen;
  const hasDay = seen.some((one) => one.day === day.day);
  const days = hasDay
    ? seen.map((one) =>
        one.day === day.day ? { ...one, rows: [...one.rows, row].toSorted((a, b) => a.from - b.from) } : one,
      )
    : [...seen, { ...day, rows: [row] }];
  return days.toSorted((a, b) => a.from - b.from);
}

/** The index of the nearest photo in the row above (-1) or below (+1); `index` itself if there is no such row. */
export function indexAcross(wall: Wall, index: number, direction: -1 | 1): number {
  const row = findRow(wall, index);
  if (!row) return index;
  const next = findRow(wall, direction < 0 ? row.from - 1 : row.to);
  if (!next || next === row) return index;
  const middle = middleOf(row, index - row.from);
  const distances = next.widths.map((_, i) => Math.abs(middleOf(next, i) - middle));
  return next.from + distances.indexOf(Math.min(...distances));
}

const middleOf = ({ widths }: WallRow, at: number) =>
  widths.slice(0, at).reduce((left, width) => left + width + gap, 0) + (widths[at] ?? 0) / 2;
