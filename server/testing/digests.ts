import { sql } from "kysely";
import type { TestApp } from "./app.ts";

/** Somebody was here last this many hours ago, so that what happened since then may come in a digest. */
export const leave = (swell: TestApp, userId: string, hours = 3) =>
  swell.database.db
    .updateTable("sessions")
    .set({ last_seen_at: sql`now() - ${hours} * interval '1 hour'` } as object)
    .where("user_id", "=", userId)
    .execute();

/** Sends the digests that are due, and waits until that is done. */
export async function sendDigests({ database: { db } }: TestApp): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`insert into jobs.job (name, data) values ('digests', '{}') returning id`.execute(db);
  for (;;) {
    const { rows: open } =
      await sql`select from jobs.job where id = ${rows[0]!.id}::uuid and state <> 'completed'`.execute(db);
    if (open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
