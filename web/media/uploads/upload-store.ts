import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { Upload } from "./upload-list.ts";

/** An upload as all tabs see it. Its file has a store of its own. */
export interface StoredUpload extends Omit<Upload, "file" | "isStored"> {
  /** The person who chose the file. Nobody else who uses this browser sees or sends it. */
  readonly userId: string;
  /** The tab that holds the upload. Only this tab changes its state. */
  readonly tab?: string | undefined;
  /** When that tab last wrote, in milliseconds. */
  readonly writtenAt: number;
}

/** The upload's id is the key in both stores. */
interface UploadSchema extends DBSchema {
  uploads: { key: string; value: StoredUpload };
  files: { key: string; value: Blob };
}

type Mode = "readonly" | "readwrite";
type Transaction<M extends Mode> = IDBPTransaction<UploadSchema, ("uploads" | "files")[], M>;

let connection: Promise<IDBPDatabase<UploadSchema>> | undefined;

function connect(): Promise<IDBPDatabase<UploadSchema>> {
  const opening = openDB<UploadSchema>("uploads", 1, {
    upgrade(database) {
      database.createObjectStore("uploads", { keyPath: "id" });
      database.createObjectStore("files");
    },
    blocking() {
      disconnect(opening);
      void opening.then((database) => database.close());
    },
    // Phones close the connections of pages in the background.
    terminated: () => disconnect(opening),
  });
  opening.catch(() => disconnect(opening));
  return opening;
}

function disconnect(closed: typeof connection): void {
  if (connection === closed) connection = undefined;
}

/** The errors that browsers throw on a closed connection. */
const closedErrors = ["InvalidStateError", "UnknownError"];

interface TransactionOptions {
  /** "strict" resolves when the disk has the change; "relaxed", when the system has it, which a crashed browser survives. */
  readonly durability?: "strict" | "relaxed";
  readonly triesLeft?: number;
}

/**
 * Runs `work` in one transaction over uploads and files. If the connection is closed, it is opened again, once; then `work` runs a
 * second time, and only one of the two runs takes effect.
 */
export async function transact<M extends Mode, T>(
  mode: M,
  work: (transaction: Transaction<M>) => Promise<T>,
  { durability = "strict", triesLeft = 1 }: TransactionOptions = {},
): Promise<T> {
  const mine = (connection ??= connect());
  try {
    const transaction = (await mine).transaction(["uploads", "files"], mode, { durability });
    const [result] = await Promise.all([work(transaction), transaction.done]);
    return result;
  } catch (error) {
    const isClosed = connection !== mine || (error instanceof DOMException && closedErrors.includes(error.name));
    if (!isClosed || triesLeft === 0) throw error;
    disconnect(mine);
    return transact(mode, work, { durability, triesLeft: triesLeft - 1 });
  }
}
