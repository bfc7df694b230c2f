import { onTestFinished } from "vitest";
import type { Database, Tx } from "../platform/db/connect.ts";

/** Runs `work` in a transaction that stays open with its locks until `letGo` or the end of the test. */
export async function holding<T>(database: Database, work: (tx: Tx) => Promise<T>) {
  const begun = Promise.withResolvers<T>();
  const end = Promise.withResolvers<void>();
  const done = database
    .transact(async (tx) => {
      begun.resolve(await work(tx));
      await end.promise;
    })
    .catch(begun.reject);
  const letGo = async () => {
    end.resolve();
    await done;
  };
  onTestFinished(letGo);
  return { result: await begun.promise, letGo };
}
