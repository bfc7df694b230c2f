import { type Draft, changesOf } from "./draft.ts";

/** What was typed in a sheet that closed without saving, or whose saving failed. */
export interface KeptDraft {
  readonly draft: Draft;
  /** The draft before anything was typed. */
  readonly base: Draft;
  /** Why it could not be saved. */
  readonly problem?: string | undefined;
}

/** By the name of the sheet, the latest last. A page has one person, so nobody else sees them. */
const kept = new Map<string, readonly KeptDraft[]>();

export const keepDraft = (name: string, one: KeptDraft): void => void kept.set(name, [...(kept.get(name) ?? []), one]);

export const findDraft = (name: string): KeptDraft | undefined => kept.get(name)?.at(-1);

export const dropDraft = (name: string, dropped: KeptDraft): void =>
  void kept.set(
    name,
    (kept.get(name) ?? []).filter((one) => one !== dropped),
  );

export const isTouched = ({ draft, base }: KeptDraft): boolean => Object.keys(changesOf(draft, base)).length > 0;
