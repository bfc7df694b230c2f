import { onTestFinished } from "vitest";
import type { Database, Tx } from "../schema/database.ts";

/** Runs `work` in a transaction that stays open with its locks until `release` or the end of the test. */
export async function holdTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>) {
  const begun = Promise.withResolvers<T>();
  const end = Promise.withResolvers<void>();
  const done = database
    .transact(async (tx) => {
      begun.resolve(await work(tx));
      await end.promise;
    })
    .catch(begun.reject);
  const release = async () => {
    end.resolve();
    await done;
  };
  onTestFinished(release);
  return { result: await begun.promise, release };
}
