/** The file of the account's export that shows the row, or why none does. */
type Export = { readonly exported: string } | { readonly notExported: string };

/** What the deletion of the account does: it deletes the row, it empties the column, or it leaves the id, which then names nobody. */
type Deletion = { readonly deleted: "row" | "name" } | { readonly stays: string };

/** The columns of some tables that hold a person's id, with what the account's export and its deletion do. */
export type NamedPeople<T> = { readonly [K in keyof T]?: { readonly [C in keyof T[K]]?: Export & Deletion } };

export const row = { deleted: "row" } as const;
export const name = { deleted: "name" } as const;
export const passing = (life: string) => ({ notExported: `Lives for ${life}.`, ...row });
export const mailing = (life: string) => ({ notExported: `The server's own count of mails, for ${life}.`, ...row });
