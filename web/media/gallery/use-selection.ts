import { useRef, useState } from "react";
import { sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { type Selection, choose, countOf, everything, nothing, toggle } from "./selection.ts";

export interface Selecting {
  /** Null outside a selection. */
  readonly selection: Selection | null;
  readonly count: number;
  readonly begin: () => void;
  readonly end: () => void;
  readonly all: () => void;
  readonly toggle: (id: string) => void;
  /** Selects everything from the photo touched last to this one, in place of an earlier range from there. */
  readonly extendTo: (index: number) => void;
}

/**
 * Selects photos of a gallery of `total`. `idsBetween` fetches the ids from one photo to the one at an index; without an id it fetches only
 * that one. A touched photo is remembered by its id, because new photos may move it.
 */
export function useSelection(
  total: number,
  idsBetween: (id: string | undefined, index: number) => Promise<readonly string[]>,
): Selecting {
  const [selection, setSelection] = useState<Selection | null>(null);
  /** The start of a range, and the selection before it. */
  const start = useRef<{ id: string | undefined; before: Selection }>(undefined);
  const latest = useRef(0);
  const set = (next: Selection | null) => {
    latest.current += 1;
    setSelection(next);
  };

  return {
    selection,
    count: selection ? countOf(selection, total) : 0,
    begin: () => set(nothing),
    end: () => {
      start.current = undefined;
      set(null);
    },
    all: () => {
      start.current = undefined;
      set(everything);
    },
    toggle(id) {
      const next = toggle(selection ?? nothing, id);
      start.current = { id, before: next };
      set(next);
    },
    extendTo(index) {
      const from = start.current ?? { id: undefined, before: selection ?? nothing };
      const request = (latest.current += 1);
      const extend = async () => {
        const ids = await idsBetween(from.id, index);
        // A later request replaces this one.
        if (request !== latest.current) return;
        start.current = { ...from, id: from.id ?? ids[0] };
        set(choose(from.before, ids, true));
      };
      extend().catch((error: unknown) =>
        toast({ title: "Those photos did not load", text: sentenceOf(error), look: "danger" }),
      );
      if (!selection) setSelection(from.before);
    },
  };
}
