import { createHash } from "node:crypto";

/** Each kind's digit in its ids, so that no two kinds share an id. */
const kinds = { user: 1, squad: 2, trip: 3, category: 4, media: 5, member: 6 } as const;
type Kind = keyof typeof kinds;

const prefix = (kind: Kind) => `01900000-000${kinds[kind]}-7000-8000-`;

/** The id of the `n`th row of a kind: the same in every run, and ascending as real ids are. */
export const idOf = (kind: Kind, n: number) => prefix(kind) + n.toString(16).padStart(12, "0");

/** The same in SQL, for the integer expression `n`. */
export const idSql = (kind: Kind, n: string) => `('${prefix(kind)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The session token of the `n`th user. */
export const tokenOf = (n: number) => String(n).padStart(43, "b");

/** The hash of that token, as SQL. */
export const tokenHashSql = (n: string) => `sha256(lpad((${n})::text, 43, 'b')::bytea)`;

/** A pseudo-random number from 0 to 1, the same in every run. */
export function seededRandom(...seed: readonly (string | number)[]): number {
  return createHash("sha256").update(seed.join(":")).digest().readUInt32LE() / 2 ** 32;
}
