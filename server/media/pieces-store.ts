import { CompiledQuery, sql } from "kysely";
import type { Database } from "../db/connect.ts";
import type { PiecesStore, PiecesUpload } from "./pieces.ts";
import type { UnusedLoad } from "./quota.ts";
import { loadOf } from "./upload-store.ts";

const find = {
  name: "pieces_find",
  text: `select v.user_id, (select json_build_object('id', u.id, 'userId', u.user_id, 'size', u.size, 'sha256', encode(u.sha256, 'hex'),
        'found', u.found, 'refusal', u.refusal)
      from uploads u where u.id = $2 and u.user_id = v.user_id and u.size is not null)
    from (select user_id from sessions where token_hash = $1 and expires_at > now()) v`,
};

export function piecesStore({ db, row, transact }: Database) {
  const store: PiecesStore = {
    async take(id, holder, seconds) {
      const { numAffectedRows } = await sql`update uploads
        set holder = ${holder}, held_until = now() + make_interval(secs => ${seconds})
        where id = ${id} and found is null and refusal is null and (held_until is null or held_until < now())`.execute(
        db,
      );
      return numAffectedRows === 1n;
    },
    async renew(id, holder, seconds) {
      const { numAffectedRows } = await sql`update uploads set held_until = now() + make_interval(secs => ${seconds})
        where id = ${id} and holder = ${holder}`.execute(db);
      return numAffectedRows === 1n;
    },
    async release(id, holder) {
      await sql`update uploads set holder = null, held_until = now() where id = ${id} and holder = ${holder}`.execute(
        db,
      );
    },
  };
  return {
    ...store,
    /** The upload of whoever holds this session, null when it is not theirs; null without a live session. */
    async find(session: Buffer, id: string) {
      const found = await row<[string, PiecesUpload | null]>(find, [session, id]);
      return found && { upload: found[1] };
    },
    /** Makes its row if `demand` agrees to what its owner has here unused. Those of one person take turns. */
    async create(
      { id, userId, size, sha256 }: { id: string; userId: string; size: number; sha256: string | undefined },
      demand: (load: UnusedLoad) => void,
    ) {
      await transact(async (tx) => {
        await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
        const { rows } = await tx.executeQuery<UnusedLoad>(CompiledQuery.raw(loadOf("$1"), [userId]));
        demand(rows[0]!);
        await tx
          .insertInto("uploads")
          .values({ id, user_id: userId, size, sha256: sha256 ? Buffer.from(sha256, "hex") : null })
          .execute();
      });
    },
    /** Forgets an upload that was not registered; false when there is none. */
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
