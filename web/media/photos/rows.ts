/** A row of a gallery: the pictures from `from` up to, not including, `to`, all of one height. In CSS pixels. */
export interface Row {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly widths: readonly number[];
}

export interface Sheet {
  readonly width: number;
  readonly gap: number;
  /** The wanted height of a row. */
  readonly target: number;
  /** The first picture of a day is at least about this wide, because the date stands over it. */
  readonly minDay: number;
}

export interface Pictures {
  readonly total: number;
  /** Width divided by height of a picture. */
  readonly ratioAt: (index: number) => number;
  /** How many pictures each day has, in the order of the pictures. */
  readonly counts: readonly number[];
  /** More pictures follow that are not known yet. Rows that could still change are left out. */
  readonly isOpenEnded: boolean;
}

/** Narrower and wider pictures are cropped, because a row of them would be very low. */
const [narrowest, widest] = [0.5, 3.2] as const;

/** Width divided by height as a gallery shows it. A picture of unknown size counts as 4:3. */
export const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  width > 0 && height > 0 ? Math.min(widest, Math.max(narrowest, width / height)) : 4 / 3;

/** The gap between the photos of a gallery, in CSS pixels. */
export const rowGap = 6;

/** The wanted height of a row of a gallery of this width, both in CSS pixels. */
export const rowHeightFor = (width: number): number => (width < 640 ? 140 : width < 1000 ? 190 : 220);

/** The last row of a day grows to the edge up to this many times the target. */
const maxGrowth = 1.5;
/** A landscape picture alone in its row may grow further. */
const maxAlone = 2.5;
/** With fewer rows left than this, a stretch is divided evenly. */
const evenRows = 2.5;

/**
 * Lays out pictures in rows that fill the width and keep the shapes. A day that can fill a row ends with a full row. A smaller day shares
 * its row with the days after it. A change in one day moves only the pictures of days that share rows with it.
 */
export function layRows(pictures: Pictures, sheet: Sheet): readonly Row[] {
  const { shapes, rowsIn } = measure(pictures, sheet);
  const rows: Row[] = [];
  let from = 0;
  const ends = stretchesOf(pictures, sheet, rowsIn);
  for (const to of ends) {
    while (rowsIn(from, to) >= evenRows) {
      const end = endOfRow(from, rowsIn);
      rows.push(layRow(shapes, from, end, sheet));
      from = end;
    }
    if (pictures.isOpenEnded && to === ends.at(-1)) return rows;
    for (const end of divideEvenly(from, to, rowsIn)) {
      rows.push(layRow(shapes, from, end, sheet));
      from = end;
    }
  }
  return rows;
}

/** How many rows of the target height the pictures from one up to another fill. */
type RowsIn = (from: number, to: number) => number;

function measure({ total, ratioAt, counts }: Pictures, { width, gap, target, minDay }: Sheet) {
  const shapes = new Float64Array(total);
  for (let i = 0; i < total; i += 1) shapes[i] = ratioAt(i);
  let start = 0;
  for (const count of counts) {
    if (start < total) shapes[start] = Math.max(shapes[start]!, minDay / target);
    start += count;
  }
  // Whole numbers add up exactly, so equal pictures give equal rows wherever they stand.
  const reached = new Float64Array(total + 1);
  for (let i = 0; i < total; i += 1) reached[i + 1] = reached[i]! + Math.round((shapes[i]! * target + gap) * 1024);
  const row = (width + gap) * 1024;
  return { shapes, rowsIn: (from: number, to: number) => (reached[to]! - reached[from]!) / row };
}

/** The ends of stretches: whole days that fill rows together. The last days join the stretch before if they do not fill a row. */
function stretchesOf(
  { total, ratioAt, counts, isOpenEnded }: Pictures,
  { width, target }: Sheet,
  rowsIn: RowsIn,
): readonly number[] {
  const ends: number[] = [];
  let [from, to] = [0, 0];
  for (const count of counts) {
    to += count;
    const isAlone = to - from === 1 && ratioAt(from) > 1 && width / ratioAt(from) <= target * maxAlone;
    if (!isAlone && rowsIn(from, to) * maxGrowth < 1) continue;
    ends.push(to);
    from = to;
  }
  if (from < total && !isOpenEnded) ends.splice(-1, 1, total);
  return ends;
}

/** The end of the row whose height is nearest to the target. */
function endOfRow(from: number, rowsIn: RowsIn): number {
  let to = from + 1;
  while (rowsIn(from, to) < 1) to += 1;
  const isTooFlat = to - from > 1 && rowsIn(from, to) * rowsIn(from, to - 1) > 1;
  return isTooFlat ? to - 1 : to;
}

/** The ends of rows whose heights together are nearest to the target. */
function divideEvenly(from: number, to: number, rowsIn: RowsIn): readonly number[] {
  /** For each picture: the cost of the best rows from there on, and the end of the first of them. */
  const costs = [0];
  const ends = [to];
  for (let at = to - 1; at >= from; at -= 1) {
    let [cost, best] = [Number.POSITIVE_INFINITY, to];
    for (let end = at + 1; end <= to; end += 1) {
      const rows = rowsIn(at, end);
      // Nothing at the target height, and as much at twice that height as at half of it.
      const total = rows + 1 / rows - 2 + costs[to - end]!;
      if (total < cost) [cost, best] = [total, end];
      // A longer row would only be flatter.
      if (rows > 2) break;
    }
    costs.push(cost);
    ends.push(best);
  }
  const found: number[] = [];
  for (let at = from; at < to; at = found.at(-1)!) found.push(ends[to - at]!);
  return found;
}

function layRow(shapes: Float64Array, from: number, to: number, { width, gap, target }: Sheet): Row {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += shapes[i]!;
  const room = width - gap * (to - from - 1);
  const height = Math.min(Math.max(1, room / sum), target * maxAlone);
  // A landscape picture alone fills the row and is cropped. Other pictures keep their shapes.
  const isFull = room / sum <= height || (to - from === 1 && sum > 1);
  const filled = isFull ? room : Math.floor(sum * height);
  // Whole pixels that add up exactly: each picture ends where the rounded sum of all before it does.
  const widths: number[] = [];
  let reached = 0;
  let placed = 0;
  for (let i = from; i < to; i += 1) {
    reached += (shapes[i]! / sum) * filled;
    widths.push(Math.round(reached) - placed);
    placed = Math.round(reached);
  }
  return { from, to, height: Math.round(height), widths };
}
