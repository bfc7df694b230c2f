import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A photo or video that another app shared to this one, until its person has chosen a trip. */
export interface SharedFile {
  readonly id: number;
  readonly file: File;
}

interface Row extends SharedFile {
  readonly person: string;
  /** In milliseconds. */
  readonly at: number;
}

interface SharedSchema extends DBSchema {
  files: { key: number; value: Row };
}

const maxFiles = 100;
const maxBytes = 2 * 1024 ** 3;
const keptMs = 24 * 3_600_000;

/** Opens the store for one piece of work, so that no open connection stands in the way of another tab. */
async function withStore<T>(work: (store: IDBPDatabase<SharedSchema>) => Promise<T>): Promise<T> {
  const store = await openDB<SharedSchema>("shared", 1, {
    upgrade: (database) => void database.createObjectStore("files", { keyPath: "id", autoIncrement: true }),
  });
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** Keeps files for this person: all of them, or none if they are too many or too large for this device. Returns whether they are kept. */
export const keepShared = (person: string, files: readonly File[]): Promise<boolean> =>
  withStore(async (store) => {
    const before = await store.getAll("files");
    const bytes = [...before, ...files.map((file) => ({ file }))].reduce((sum, { file }) => sum + file.size, 0);
    if (before.length + files.length > maxFiles || bytes > maxBytes) return false;
    const change = store.transaction("files", "readwrite", { durability: "strict" });
    const at = Date.now();
    // The store gives the id.
    for (const file of files) void change.store.add({ person, at, file } as Row);
    await change.done;
    return true;
  });

/** The files that wait for this person, the first first. What waited for a day, or for somebody else, is deleted. */
export const sharedFilesOf = (person: string): Promise<readonly SharedFile[]> =>
  withStore(async (store) => {
    const rows = await store.getAll("files");
    const isFor = (row: Row) => row.person === person && Date.now() - row.at < keptMs;
    for (const { id } of rows.filter((row) => !isFor(row))) await store.delete("files", id);
    return rows.filter(isFor);
  });

/** Deletes files, or all of them. */
export const forgetShared = (ids?: readonly number[]): Promise<void> =>
  withStore(async (store) => {
    if (!ids) return store.clear("files");
    for (const id of ids) await store.delete("files", id);
  });
