import { randomBytes } from "node:crypto";
import type { Database, Db } from "../../schema/database.ts";

/** Returns a function that reads the key of all servers, once. */
export function deviceKeyOf({ db }: Database): () => Promise<Buffer> {
  let key: Promise<Buffer> | undefined;
  return () => {
    key ??= readKey(db).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

async function readKey(db: Db): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name: "devices", value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", "devices")
    .executeTakeFirstOrThrow();
  return value;
}
