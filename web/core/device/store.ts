// Decision 121: what a device keeps of a person's pages.
import type { DBSchema } from "idb";
import { databaseOf } from "./open-database.ts";

/** What the store has of one address. */
export type Kept =
  | { readonly kind: "answer"; readonly body: string; readonly link: string | null; readonly shape: string }
  | { readonly kind: "picture"; readonly blob: Blob };

interface Entry {
  readonly address: string;
  /** When it was kept, in milliseconds. */
  readonly at: number;
  readonly bytes: number;
  readonly kept: Kept;
}

interface OfflineSchema extends DBSchema {
  /** One row: whose store it is, and how many bytes its entries have. */
  owner: { key: "owner"; value: { readonly owner: string; readonly bytes: number } };
  entries: { key: string; value: Entry; indexes: { at: number } };
}

/** The id of the person of an owner. */
export const personOf = (owner: string): string => owner.slice(0, 36);

/** All that is kept together. Beyond that the oldest entries go. */
const maxBytes = 300_000_000;

const stores = ["owner", "entries"] as const;

const onDatabase = databaseOf<OfflineSchema>("offline", (database) => {
  database.createObjectStore("owner");
  database.createObjectStore("entries", { keyPath: "address" }).createIndex("at", "at");
});

const begin = <M extends IDBTransactionMode>(mode: M) =>
  onDatabase((database) => database.transaction(stores, mode, { durability: "relaxed" }));

/** Where the person themselves are kept. */
export const meAddress = "/api/auth/user";

/**
 * Makes `owner` the owner of the store, and empties it before if it was somebody else's, or if it is to be empty. `owner` is the cookie
 * `access`: the person and their departures, so the store of a person who has left a squad is emptied too. What it keeps of the person
 * themselves stays theirs.
 */
export async function claimStore(owner: string, mustBeEmpty = false): Promise<void> {
  const transaction = await begin("readwrite");
  const [rows, entries] = [transaction.objectStore("owner"), transaction.objectStore("entries")];
  const [before, me] = await Promise.all([rows.get("owner"), entries.get(meAddress)]);
  if (mustBeEmpty || before?.owner !== owner) {
    await entries.clear();
    const own = before && personOf(before.owner) === personOf(owner) ? me : undefined;
    if (own) await entries.put(own);
    await rows.put({ owner, bytes: own?.bytes ?? 0 }, "owner");
  }
  await transaction.done;
}

/** Whose store it is; undefined when it is nobody's. */
export async function ownerOfStore(): Promise<string | undefined> {
  return (await (await begin("readonly")).objectStore("owner").get("owner"))?.owner;
}

/** Returns what `owner` has at an address, and when it was kept. */
export async function findKept(owner: string, address: string): Promise<Entry | undefined> {
  const transaction = await begin("readonly");
  const [row, entry] = await Promise.all([
    transaction.objectStore("owner").get("owner"),
    transaction.objectStore("entries").get(address),
  ]);
  return row?.owner === owner ? entry : undefined;
}

/** Keeps something for `owner`. Does nothing if the store is not theirs any more. Rejects when the device has no room. */
export async function keep(owner: string, address: string, kept: Kept, limit = maxBytes): Promise<void> {
  const bytes = kept.kind === "picture" ? kept.blob.size : 2 * kept.body.length;
  const transaction = await begin("readwrite");
  const [rows, entries] = [transaction.objectStore("owner"), transaction.objectStore("entries")];
  const [row, before] = await Promise.all([rows.get("owner"), entries.get(address)]);
  if (row?.owner !== owner || bytes > limit) return transaction.done;
  await entries.put({ address, at: Date.now(), bytes, kept });
  let total = row.bytes + bytes - (before?.bytes ?? 0);
  for (let oldest = total > limit ? await entries.index("at").openCursor() : null; oldest && total > limit;) {
    total -= oldest.value.bytes;
    await oldest.delete();
    oldest = await oldest.continue();
  }
  await rows.put({ owner, bytes: total }, "owner");
  return transaction.done;
}

/** Deletes all that is kept. The store is nobody's then. */
export async function emptyStore(): Promise<void> {
  const transaction = await begin("readwrite");
  await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
}
