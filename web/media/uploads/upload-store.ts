import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { MediaScope } from "../queries.ts";
import type { Begun } from "./upload-one.ts";

/** An upload as the browser keeps it, beside a copy of its file. */
export interface KeptUpload extends Begun {
  readonly id: string;
  /** The person who chose the file: nobody else who uses this browser sees or sends it. */
  readonly userId: string;
  /** Uploads are sorted by this; it starts with the time at which the file was chosen, in milliseconds. */
  readonly order: number;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly scope: MediaScope;
  readonly failure?: { readonly sentence: string; readonly mayRetry: boolean } | undefined;
}

/** Both stores have the upload's id as their key. */
interface UploadSchema extends DBSchema {
  uploads: { key: string; value: KeptUpload };
  files: { key: string; value: Blob };
}

type Transaction<Mode extends "readonly" | "readwrite"> = IDBPTransaction<UploadSchema, ("uploads" | "files")[], Mode>;

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

/**
 * Runs `work` in one transaction over uploads and files, and resolves once it is on the disk. If the connection is closed, it is
 * opened again, once; then `work` runs a second time, and only one of the two runs takes effect.
 */
export async function transact<Mode extends "readonly" | "readwrite", T>(
  mode: Mode,
  work: (transaction: Transaction<Mode>) => Promise<T>,
  triesLeft = 1,
): Promise<T> {
  const mine = (connection ??= connect());
  try {
    const transaction = (await mine).transaction(["uploads", "files"], mode, { durability: "strict" });
    const [result] = await Promise.all([work(transaction), transaction.done]);
    return result;
  } catch (error) {
    const isClosed = connection !== mine || (error instanceof DOMException && closedErrors.includes(error.name));
    if (!isClosed || triesLeft === 0) throw error;
    disconnect(mine);
    return transact(mode, work, triesLeft - 1);
  }
}
