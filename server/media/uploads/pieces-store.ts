import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { LeaseStore } from "./upload-lease.ts";
import type { PiecesUpload } from "./pieces.ts";
import type { Load } from "./quota.ts";
import { loadOf } from "./upload-store.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

const find = {
  name: "pieces_find",
  text: sqlText`select v.user_id, (select json_build_object('id', u.id, 'userId', u.user_id, 'size', u.size, 'sha256', encode(u.sha256, 'hex'),
        'found', u.found, 'refusal', u.refusal)
      from uploads u where u.id = $2 and u.user_id = v.user_id and u.size is not null)
    from viewer_of($1) v`,
};

const load = { name: "pieces_load", text: loadOf(sqlText`$1::uuid`) };

export function piecesStore({ db, one, row }: Database) {
  const store: LeaseStore = {
    async take(id, leaseId, seconds) {
      const { numAffectedRows } = await sql`update uploads
        set holder = ${leaseId}, held_until = now() + make_interval(secs => ${seconds})
        where id = ${id} and found is null and refusal is null and (held_until is null or held_until < now())`.execute(
        db,
      );
      return numAffectedRows === 1n;
    },
    async renew(id, leaseId, seconds) {
      const { numAffectedRows } = await sql`update uploads set held_until = now() + make_interval(secs => ${seconds})
        where id = ${id} and holder = ${leaseId}`.execute(db);
      return numAffectedRows === 1n;
    },
    async release(id, leaseId) {
      await sql`update uploads set holder = null, held_until = now() where id = ${id} and holder = ${leaseId}`.execute(
        db,
      );
    },
  };
  const queues = new Map<string, Promise<void>>();
  /**
   * Runs the work of one key one after another, on this server. With a lock in the database, waiting requests of one person could use up
   * all connections.
   */
  async function oneByOne(key: string, work: () => Promise<void>): Promise<void> {
    const before = queues.get(key);
    const mine = (before ?? Promise.resolve()).catch(() => {}).then(work);
    queues.set(key, mine);
    try {
      await mine;
    } finally {
      if (queues.get(key) === mine) queues.delete(key);
    }
  }

  return {
    ...store,
    /** Null when the session is not valid. `upload` is null when the session's person, `userId`, does not own it. */
    async find(session: Buffer, id: string) {
      const found = await row<[string, PiecesUpload | null]>(find, [session, id]);
      return found && { userId: found[0], upload: found[1] };
    },
    /** Adds the row of an upload, unless `demand` throws over its owner's unused uploads. Calls of one person run one after another. */
    async create(
      { id, userId, size, sha256 }: { id: string; userId: string; size: number; sha256: string | undefined },
      demand: (load: Load) => void,
    ) {
      await oneByOne(userId, async () => {
        demand((await one<Load>(load, [userId]))!);
        await db
          .insertInto("uploads")
          .values({ id, user_id: userId, size, sha256: sha256 ? Buffer.from(sha256, "hex") : null })
          .execute();
      });
    },
    /** The person's upload with this id, if it was not inspected yet. */
    async findUninspected(id: string, userId: string) {
      const found = await db
        .selectFrom("uploads")
        .select("size")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("found", "is", null)
        .where("refusal", "is", null)
        .executeTakeFirst();
      return found?.size ? { size: found.size } : null;
    },
    /** Deletes an upload that was not registered; false when there is none. */
    async remove(id: string, userId: string) {
      const removed = await db
        .deleteFrom("uploads")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("media_id", "is", null)
        .returning("id")
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}
