import { onTestFinished } from "vitest";
import type { Database, Tx } from "../platform/db/connect.ts";

/** Does this in a transaction that stays open, with all that it has locked, until it is let go or the test is over. */
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
