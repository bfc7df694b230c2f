/** One line of a gallery: the pictures `from` up to, not including, `to`, all of one height. In CSS pixels. */
export interface Row {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly widths: readonly number[];
  /** Whether it reaches from edge to edge; only the last row may not. */
  readonly full: boolean;
}

export interface Sheet {
  readonly width: number;
  readonly gap: number;
  /** The height that rows come near. */
  readonly target: number;
}

/** Narrower and wider pictures than this are cropped at the edges, or a row would be a thread. */
const [narrowest, widest] = [0.5, 3.2] as const;

/** Width by height as a gallery shows it; a picture whose size is not known yet counts as 4:3. */
export const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  width > 0 && height > 0 ? Math.min(widest, Math.max(narrowest, width / height)) : 4 / 3;

/**
 * Lays pictures of these ratios in rows that keep their shapes and fill the width. A row is decided by its own
 * pictures and the one after them, so adding pictures at the end changes nothing but the last row.
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

/** Where the row that starts at `from` ends; undefined when there are too few pictures to fill it. */
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
