/** A row of a gallery: the pictures from `from` up to, not including, `to`, all of one height. In CSS pixels. */
export interface Row {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly widths: readonly number[];
  /** Whether the row fills the width. Only the last row may not. */
  readonly full: boolean;
}

export interface Sheet {
  readonly width: number;
  readonly gap: number;
  /** The wanted height of a row. */
  readonly target: number;
}

/** Narrower and wider pictures are cropped, because a row of them would be very low. */
const [narrowest, widest] = [0.5, 3.2] as const;

/** Width divided by height as a gallery shows it. A picture of unknown size counts as 4:3. */
export const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  width > 0 && height > 0 ? Math.min(widest, Math.max(narrowest, width / height)) : 4 / 3;

/**
 * Lays out pictures of these ratios in rows that fill the width and keep the shapes. A row depends only on its own pictures and the next
 * one, so pictures added at the end change only the last row.
 */
export function layRows(ratios: readonly number[], sheet: Sheet): readonly Row[] {
  const rows: Row[] = [];
  let from = 0;
  while (from < ratios.length) {
    const to = endOfRow(ratios, from, sheet);
    rows.push(layRow(ratios, from, to ?? ratios.length, sheet, to !== undefined));
    from = to ?? ratios.length;
  }
  return rows;
}

/** The end of the row that starts at `from`; undefined if too few pictures are left to fill it. */
function endOfRow(ratios: readonly number[], from: number, sheet: Sheet): number | undefined {
  let sum = 0;
  for (let at = from; at < ratios.length; at += 1) {
    const before = fillingHeight(sum, at - from, sheet);
    sum += ratios[at] ?? 1;
    const height = fillingHeight(sum, at - from + 1, sheet);
    if (height > sheet.target) continue;
    const isTooFlat = sheet.target / height > before / sheet.target;
    return isTooFlat && at > from ? at : at + 1;
  }
  return undefined;
}

const fillingHeight = (sum: number, count: number, { width, gap }: Sheet) =>
  sum === 0 ? Number.POSITIVE_INFINITY : Math.max(1, (width - gap * (count - 1)) / sum);

function layRow(ratios: readonly number[], from: number, to: number, sheet: Sheet, full: boolean): Row {
  const own = ratios.slice(from, to);
  const sum = own.reduce((all, ratio) => all + ratio, 0);
  const height = full ? fillingHeight(sum, own.length, sheet) : sheet.target;
  const room = full ? sheet.width - sheet.gap * (own.length - 1) : Math.floor(sum * height);
  // Whole pixels that add up exactly: each picture ends where the rounded sum of all before it does.
  let reached = 0;
  let placed = 0;
  const widths = own.map((ratio) => {
    reached += (ratio / sum) * room;
    const width = Math.round(reached) - placed;
    placed += width;
    return width;
  });
  return { from, to, height: Math.round(height), widths, full };
}
