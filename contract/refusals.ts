// Decision 099: why refusals have keys.
import { plural } from "./locale.ts";
import { ofAccounts } from "./refusals/accounts.ts";
import { ofAwards } from "./refusals/awards.ts";
import { ofPhotos } from "./refusals/photos.ts";
import { ofRequests } from "./refusals/requests.ts";
import { ofSquads } from "./refusals/squads.ts";
import { ofUploads } from "./refusals/uploads.ts";

/** The sentence of every refusal, by its key. A name in braces is a value; two forms are chosen by the value `count`. */
export const refusals = { ...ofRequests, ...ofAccounts, ...ofSquads, ...ofAwards, ...ofPhotos, ...ofUploads } as const;

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

/** The English of a refusal. */
export function textOf({ key, values = {} }: Sentence): string {
  const entry = refusals[key];
  const text: string = typeof entry === "string" ? entry : plural(Number(values["count"]), entry);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
