import { useEffect, useRef, useState } from "react";
import { findTyped, keepTyped, useTyped } from "../../ui/typed.ts";
import type { Draft } from "./draft.ts";
import { type KeptDraft, dropDraft, findDraft, isTouched, keepDraft } from "./kept-drafts.ts";

/**
 * The draft of a sheet. What was typed is there again after the sheet was closed without its buttons, the page was loaded anew, or a
 * login; `renewed` fits it to what has changed meanwhile. `end` forgets it.
 */
export function useDraft(name: string, makeBase: () => Draft, renewed: (kept: KeptDraft, base: Draft) => Draft) {
  const [base] = useState(makeBase);
  const [before] = useState(() => findDraft(name));
  const [draft, setDraft] = useState(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this sheet kept it
    const typed = before ?? (findTyped(name) as KeptDraft | undefined);
    return typed ? renewed(typed, base) : base;
  });
  const latest = useRef<KeptDraft>({ draft, base });
  const isOver = useRef(false);
  useEffect(() => {
    latest.current = { draft, base };
  });
  useEffect(() => {
    if (before) dropDraft(name, before);
    // A reload keeps it as a login does.
    addEventListener("pagehide", keepTyped);
    return () => {
      removeEventListener("pagehide", keepTyped);
      if (!isOver.current && isTouched(latest.current)) keepDraft(name, latest.current);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the sheet of a name is one
  }, []);
  useTyped(name, () => (isTouched({ draft, base }) ? { draft, base } : undefined));
  return {
    draft,
    base,
    /** Why it could not be saved before. */
    problem: before?.problem,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    end: () => {
      isOver.current = true;
    },
  };
}
