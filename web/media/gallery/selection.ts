/** The selected photos of a gallery. "All but some" needs no loaded photo. */
export interface Selection {
  /** Selects all photos except `marked`; if false, only `marked`. */
  readonly all: boolean;
  readonly marked: ReadonlySet<string>;
}

/** The button with this id starts a selection and gets the focus back at the end. */
export const galleryMenuId = "gallery-menu";

export const nothing: Selection = { all: false, marked: new Set() };
export const everything: Selection = { all: true, marked: new Set() };

export const isChosen = ({ all, marked }: Selection, id: string): boolean => all !== marked.has(id);

/** The number of selected photos of `total`. */
export const countOf = ({ all, marked }: Selection, total: number): number => (all ? total - marked.size : marked.size);

/** Returns the selection with these photos added or removed. */
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
