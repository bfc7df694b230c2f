// Decision 099: why keys are apart from their sentences.
import type { refusals } from "./refusal-texts.ts";

export type RefusalKey = keyof typeof refusals;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<Entry> = Entry extends string ? NamesIn<Entry> : "count" | NamesIn<Entry[keyof Entry]>;
export type RefusalValues<K extends RefusalKey> = Readonly<Record<NamesOf<(typeof refusals)[K]>, string | number>>;

/** The keys of the sentences without values. */
export type PlainKey = {
  [K in RefusalKey]: [NamesOf<(typeof refusals)[K]>] extends [never] ? K : never;
}[RefusalKey];

/** A sentence of the catalogue, with its values. */
export interface Sentence {
  readonly key: RefusalKey;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A sentence that has values. The compiler demands each of them. */
export const withValues = <K extends Exclude<RefusalKey, PlainKey>>(key: K, values: RefusalValues<K>): Sentence => ({
  key,
  values,
});
