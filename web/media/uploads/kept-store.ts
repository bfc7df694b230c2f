export interface KeptStores {
  /** By their ids. */
  readonly uploads: IDBObjectStore;
  /** By the ids of their uploads. */
  readonly files: IDBObjectStore;
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  const mine = (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("uploads", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("uploads", { keyPath: "id" });
      request.result.createObjectStore("files");
    });
    request.addEventListener("success", () => {
      const db = request.result;
      // Phones close what belongs to pages in the background.
      db.addEventListener("close", () => leave(mine));
      db.addEventListener("versionchange", () => {
        db.close();
        leave(mine);
      });
      resolve(db);
    });
    request.addEventListener("error", () => reject(request.error ?? new Error("No place to keep uploads")));
  }));
  mine.catch(() => leave(mine));
  return mine;
}

function leave(left: Promise<IDBDatabase>): void {
  if (opening === left) opening = undefined;
}

/** How browsers call a connection that has closed. */
const closedNames = ["InvalidStateError", "UnknownError"];

/**
 * Runs `work` in one transaction and answers, once that is on the disk, what its request found. Where the connection has closed it is
 * opened anew, once; `work` may run twice then, and only one of them counts.
 */
export async function withinKept<T>(
  mode: IDBTransactionMode,
  work: (stores: KeptStores) => IDBRequest<T>,
  triesLeft = 1,
): Promise<T> {
  const connection = database();
  try {
    return await transact(await connection, mode, work);
  } catch (error) {
    const hasClosed = opening !== connection || (error instanceof DOMException && closedNames.includes(error.name));
    if (!hasClosed || triesLeft === 0) throw error;
    leave(connection);
    return withinKept(mode, work, triesLeft - 1);
  }
}

function transact<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (stores: KeptStores) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(["uploads", "files"], mode, { durability: "strict" });
    const request = work({ uploads: transaction.objectStore("uploads"), files: transaction.objectStore("files") });
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The uploads were not kept")));
  });
}
