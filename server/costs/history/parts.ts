import { isDeepStrictEqual } from "node:util";
import type { CostThen } from "../note-change-store.ts";

/** What a change of a cost replaces as one. */
export type Part = "title" | "day" | "category" | "note" | "receipt" | "money" | "payers" | "people";

const fields: Readonly<Record<Part, readonly (keyof CostThen)[]>> = {
  title: ["title"],
  day: ["day"],
  category: ["category"],
  note: ["note"],
  receipt: ["receipt"],
  money: ["amount", "currency", "rate", "tripAmount"],
  payers: ["payers"],
  people: ["split", "shares"],
};
const allParts = Object.keys(fields) as readonly Part[];

/** The parts in which two versions of a cost differ. Everybody's amounts follow the money, so they belong to a change of it. */
export function partsBetween(one: CostThen, other: CostThen): ReadonlySet<Part> {
  const differ = (part: Part) => fields[part].some((field) => !isDeepStrictEqual(one[field], other[field]));
  const parts = new Set(allParts.filter(differ));
  return parts.has("money") ? parts.add("payers").add("people") : parts;
}

/** `present` with these parts as they are in `earlier`. */
export const withParts = (present: CostThen, earlier: CostThen, parts: ReadonlySet<Part>): CostThen => ({
  ...present,
  ...Object.fromEntries([...parts].flatMap((part) => fields[part]).map((field) => [field, earlier[field]])),
});
