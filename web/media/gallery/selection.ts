/** Which photos of a gallery are chosen, also where it is not known yet which those are. */
export interface Selection {
  /** All but those in `marked`, instead of those alone. */
  readonly all: boolean;
  readonly marked: ReadonlySet<string>;
}

export const nothing: Selection = { all: false, marked: new Set() };
export const everything: Selection = { all: true, marked: new Set() };

export const isChosen = ({ all, marked }: Selection, id: string): boolean => all !== marked.has(id);

/** How many are chosen of `total`. */
export const countOf = ({ all, marked }: Selection, total: number): number => (all ? total - marked.size : marked.size);

/** The same with these chosen, or not. */
export function choose(selection: Selection, ids: Iterable<string>, chosen: boolean): Selection {
  const marked = new Set(selection.marked);
  for (const id of ids) {
    if (chosen === selection.all) marked.delete(id);
    else marked.add(id);
  }
  return { all: selection.all, marked };
}

export const toggle = (selection: Selection, id: string): Selection =>
  choose(selection, [id], !isChosen(selection, id));
