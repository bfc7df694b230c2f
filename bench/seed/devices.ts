import { createECDH } from "node:crypto";
import type pg from "pg";
import { idSql } from "./keys.ts";

/** Gives people 1 to `count` a browser that gets pushes. */
export async function seedDevices(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into push_devices (id, person_id, session_id, endpoint, p256dh, auth, name)
     select gen_random_uuid(), s.user_id, s.id, 'https://push.example/to/' || n, $2, $3, 'Firefox on Linux'
     from generate_series(1, $1::int) n join sessions s on s.user_id = ${idSql("user", "n")}`,
    [count, createECDH("prime256v1").generateKeys(), Buffer.alloc(16, 1)],
  );
}
