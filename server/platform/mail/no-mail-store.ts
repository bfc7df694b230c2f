import { randomBytes } from "node:crypto";
import type { Database } from "../db/connect.ts";

export interface NoMailStore {
  /** The key of the hashes, shared by all servers. */
  key(): Promise<Buffer>;
  /** The given hashes that are stored. */
  among(hashes: readonly Buffer[]): Promise<Buffer[]>;
  add(hash: Buffer): Promise<void>;
  remove(hash: Buffer): Promise<void>;
}

export const noMailStore = ({ db }: Database): NoMailStore => ({
  key: () => mailKey({ db }),
  async among(hashes) {
    if (hashes.length === 0) return [];
    const rows = await db.selectFrom("no_mail").select("address_hash").where("address_hash", "in", hashes).execute();
    return rows.map((row) => row.address_hash);
  },
  async add(hash) {
    await db
      .insertInto("no_mail")
      .values({ address_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  async remove(hash) {
    await db.deleteFrom("no_mail").where("address_hash", "=", hash).execute();
  },
});

/** The key that seals unsubscribe links and bounce addresses. Made at the first use. */
async function mailKey({ db }: Pick<Database, "db">): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name: "mail", value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom("secrets").select("value").where("name", "=", "mail").executeTakeFirstOrThrow();
  return value;
}
