import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Runs `begin` on an open connection, once more on a new one if the system had closed it. Rejects where the browser has no databases. */
export type OnDatabase<S extends DBSchema> = <T>(begin: (database: IDBPDatabase<S>) => T) => Promise<T>;

/** Returns the way to a database of this device. Its connection opens with the first use, and makes way for a tab that deletes it. */
export function databaseOf<S extends DBSchema>(
  name: string,
  createStores: (database: IDBPDatabase<S>) => void,
): OnDatabase<S> {
  let connection: Promise<IDBPDatabase<S>> | undefined;
  function connect(): Promise<IDBPDatabase<S>> {
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = openDB<S>(name, 1, {
      upgrade: (database) => createStores(database),
      blocking() {
        forget();
        void opening.then((database) => database.close());
      },
      // Phones close the connections of pages in the background.
      terminated: forget,
    });
    opening.catch(forget);
    connection = opening;
    return opening;
  }
  return async (begin) => {
    try {
      return begin(await (connection ?? connect()));
    } catch {
      return begin(await connect());
    }
  };
}
