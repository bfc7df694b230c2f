import type { DBSchema } from "idb";
import { databaseOf } from "../device/open-database.ts";
import { type Entry, areCancelled, targetOf } from "./entry.ts";

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { person: string } };
}

const onDatabase = databaseOf<OutboxSchema>("outbox", (database) => {
  database.createObjectStore("entries", { keyPath: "id" }).createIndex("person", "person");
});

/** A change resolves when the disk has it, not only the system. */
const begin = <M extends IDBTransactionMode>(mode: M) =>
  onDatabase((database) => database.transaction("entries", mode, { durability: "strict" }));

/** The server knows keys for two weeks. */
const lifeMs = 13 * 24 * 3600 * 1000;
const tooOld = "It waited here for two weeks.";

/** Returns somebody's entries in the order of sending. One that has waited for too long is refused. */
export async function findEntries(person: string, now = Date.now()): Promise<readonly Entry[]> {
  const rows = await (await begin("readonly")).store.index("person").getAll(person);
  return rows
    .map((entry) => (entry.fault === null && entry.madeAt < now - lifeMs ? { ...entry, fault: tooOld } : entry))
    .toSorted((a, b) => a.order - b.order);
}

/** Adds an entry behind all others. It replaces a waiting one about the same thing, or ends with it. */
export async function addEntry(entry: Omit<Entry, "order">): Promise<void> {
  const { store, done } = await begin("readwrite");
  const all = await store.index("person").getAll(entry.person);
  const before = all.find((one) => one.fault === null && targetOf(one) === targetOf(entry));
  if (before) await store.delete(before.id);
  if (!before || !areCancelled(before, entry)) {
    const order = 1 + Math.max(0, ...all.map((one) => one.order));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript joins no union with a field
    await store.put({ ...entry, order } as Entry);
  }
  return done;
}

/** Changes an entry, unless it is gone. */
export async function changeEntry(
  id: string,
  to: Partial<Pick<Entry, "isTried" | "isStuck" | "fault" | "body">>,
): Promise<void> {
  const { store, done } = await begin("readwrite");
  const entry = await store.get(id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript joins no union with a field
  if (entry) await store.put({ ...entry, ...to } as Entry);
  return done;
}

/** Says of all that wait that they wait for a connection. */
export async function markStuck(person: string): Promise<void> {
  const { store, done } = await begin("readwrite");
  for (const entry of await store.index("person").getAll(person))
    if (entry.fault === null && !entry.isStuck) await store.put({ ...entry, isStuck: true });
  return done;
}

export async function deleteEntry(id: string): Promise<void> {
  const { store, done } = await begin("readwrite");
  await store.delete(id);
  return done;
}

/** Deletes everything that somebody has in the outbox of this device. */
export async function deleteEntriesOf(person: string): Promise<void> {
  const { store, done } = await begin("readwrite");
  for (const key of await store.index("person").getAllKeys(person)) await store.delete(key);
  return done;
}
