import { randomBytes } from "node:crypto";
import type { Database } from "../schema/database.ts";

/** The name of this site in its backups: 32 hexadecimal digits, made at the first use. A restored database has the same. */
export async function siteOf({ db }: Database): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name: "site", value: randomBytes(16) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom("secrets").select("value").where("name", "=", "site").executeTakeFirstOrThrow();
  return value.toString("hex");
}

/** The ids of all photos, videos and receipts, also of those in the trash. */
export async function photoIds({ db }: Database): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("media")
    .select("id")
    .unionAll(db.selectFrom("cost_receipts").select("id"))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The ids of photos and receipts whose upload began after a moment. */
export async function photosSince({ db }: Database, moment: Date): Promise<readonly string[]> {
  const since = idAt(moment);
  const rows = await db
    .selectFrom("media")
    .select("id")
    .where("id", ">", since)
    .unionAll(db.selectFrom("cost_receipts").select("id").where("id", ">", since))
    .execute();
  return rows.map(({ id }) => id);
}

/** The least UUID of version 7 of a moment. */
function idAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
