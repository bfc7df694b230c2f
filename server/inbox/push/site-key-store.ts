import type { Database } from "../../schema/database.ts";

const name = "push";

export const siteKeyStore = ({ db, transact }: Database) => ({
  async find(): Promise<Buffer | undefined> {
    const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
    return row?.value;
  },
  /** Keeps a pair. Another server's, if that was quicker. */
  async keep(value: Buffer): Promise<void> {
    await db
      .insertInto("secrets")
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  /** Removes a pair that nobody can open, and all browsers that subscribed with it. */
  drop: (value: Buffer): Promise<void> =>
    transact(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom("secrets")
        .where("name", "=", name)
        .where("value", "=", value)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await tx.deleteFrom("push_devices").execute();
    }),
});
