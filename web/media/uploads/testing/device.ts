import "fake-indexeddb/auto";
import { forceCloseDatabase } from "fake-indexeddb";
import { vi } from "vitest";
import { transact } from "../upload-store.ts";

/** The IndexedDB of a device that closes connections as phones do, and whose store can be put out of reach. */
export function openDevice() {
  const open = new Set<IDBDatabase>();
  const openStore = indexedDB.open.bind(indexedDB);
  let isReachable = true;
  const factory = vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
    if (!isReachable) throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    const request = openStore(name, version);
    request.addEventListener("success", () => open.add(request.result));
    return request;
  });
  const close = (isTold: boolean) => {
    for (const connection of open) {
      // The types of this function ask for the class instead of an object.
      if (isTold) forceCloseDatabase(connection as never);
      else connection.close();
    }
    open.clear();
  };
  return {
    close,
    reach(isPossible: boolean) {
      isReachable = isPossible;
      if (!isPossible) close(false);
    },
    idsIn: (store: "uploads" | "files") =>
      transact("readonly", (transaction) => transaction.objectStore(store).getAllKeys()),
    clear: () =>
      transact("readwrite", (transaction) =>
        Promise.all([transaction.objectStore("uploads").clear(), transaction.objectStore("files").clear()]),
      ),
    /** Closes the connections too, because the next test file of this worker shares the modules. */
    restore: () => {
      close(false);
      factory.mockRestore();
    },
  };
}
