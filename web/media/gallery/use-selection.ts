import { useRef, useState } from "react";
import { sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { type Selection, choose, countOf, everything, nothing, toggle } from "./selection.ts";

export interface Selecting {
  /** Null while nothing is being selected. */
  readonly selection: Selection | null;
  readonly count: number;
  readonly begin: () => void;
  readonly end: () => void;
  readonly all: () => void;
  readonly toggle: (id: string) => void;
  /** Chooses everything between the one touched last and this one, and nothing that an earlier reach from there had chosen. */
  readonly reachTo: (index: number) => void;
}

/**
 * Chooses photos of a gallery of `total`; `idsBetween` fetches those from one photo, or none, to the one at a place. Others may come
 * in above meanwhile, so a photo that was touched is known by its id.
 */
export function useSelection(
  total: number,
  idsBetween: (id: string | undefined, index: number) => Promise<readonly string[]>,
): Selecting {
  const [selection, setSelection] = useState<Selection | null>(null);
  /** Where reaching starts, and what was chosen before. */
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
    reachTo(index) {
      const from = start.current ?? { id: undefined, before: selection ?? nothing };
      const turn = (latest.current += 1);
      const choosing = async () => {
        const ids = await idsBetween(from.id, index);
        // Somebody who has reached on meanwhile means the later place.
        if (turn !== latest.current) return;
        start.current = { ...from, id: from.id ?? ids[0] };
        set(choose(from.before, ids, true));
      };
      choosing().catch((error: unknown) =>
        toast({ title: "Those photos did not load", text: sentenceOf(error), look: "danger" }),
      );
      if (!selection) setSelection(from.before);
    },
  };
}
