import { createHash } from "node:crypto";

/** What is made: its number in an id, so that no two kinds share one. */
const kinds = { user: 1, squad: 2, trip: 3, category: 4, media: 5, member: 6 } as const;
type Kind = keyof typeof kinds;

const prefix = (kind: Kind) => `01900000-000${kinds[kind]}-7000-8000-`;

/** The id of the `n`th of a kind: the same in every run, and in order as real ids are. */
export const idOf = (kind: Kind, n: number) => prefix(kind) + n.toString(16).padStart(12, "0");

/** The same as SQL over the integer expression `n`. */
export const idSql = (kind: Kind, n: string) => `('${prefix(kind)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The session token of the `n`th user. */
export const tokenOf = (n: number) => String(n).padStart(43, "b");

/** What the server keeps of that token, as SQL. */
export const tokenHashSql = (n: string) => `sha256(lpad((${n})::text, 43, 'b')::bytea)`;

/** A number that looks chosen by chance and is the same in every run: evenly spread over 0 … 1. */
export function chance(...seed: readonly (string | number)[]): number {
  return createHash("sha256").update(seed.join(":")).digest().readUInt32LE() / 2 ** 32;
}
