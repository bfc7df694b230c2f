/** The file of the account's export that shows the row, or why none does. */
type Export = { readonly exported: string } | { readonly notExported: string };

/** What the deletion of the account does: it deletes the row, it empties the column, or it leaves the id, which then names nobody. */
type Deletion = { readonly deleted: "row" | "name" } | { readonly stays: string };

/**
 * What a merge of one person into another does:
 * - moves: the row names the other person. If they have a row of their own, theirs stays and this one ends.
 * - moves for its owner: the same, if the person merges their own seat. An admin's merge tells nobody what somebody did in secret.
 * - ends: the row goes with the person.
 * - stays: the row keeps the id, and `person_now` says who that is.
 * - by hand: a statement in `mergeWrites` does it.
 */
type Merge = Record<"merged", "moves" | "moves for its owner" | "ends" | "stays" | "by hand"> & Undoing;

/** Whether the end of the merge brings the row back as it was, if it is still there. */
type Undoing = Record<"undone", "returns" | "stays" | "by hand">;

/** What the server does with a column that holds a person's id. */
export type Treated = Export & Deletion & Merge;

/** The columns of some tables that hold a person's id, with what export, deletion, merge and its undoing do. */
export type NamedPeople<T> = { readonly [K in keyof T]?: { readonly [C in keyof T[K]]?: Treated } };

const moves = { merged: "moves", undone: "returns" } as const;
export const row = { deleted: "row", ...moves } as const;
export const name = { deleted: "name", ...moves } as const;
/** Only somebody with an account has such a row, or it is part of a session. */
export const ends = { merged: "ends", undone: "stays" } as const;
export const comesBack = { merged: "ends", undone: "returns" } as const;
export const secretly = { merged: "moves for its owner", undone: "stays" } as const;
export const keepsId = { merged: "stays", undone: "stays" } as const;
export const byHand = { merged: "by hand", undone: "by hand" } as const;
export const passing = (life: string) => ({ notExported: `Lives for ${life}.`, ...row, undone: "stays" }) as const;
export const mailing = (life: string) =>
  ({ notExported: `The server's own count of mails, for ${life}.`, ...row, undone: "stays" }) as const;
