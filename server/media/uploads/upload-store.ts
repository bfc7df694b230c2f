import type { Database } from "../../schema/database.ts";
import type { Load } from "./quota.ts";
import type { SecretStore } from "./secret.ts";
import type { UploadStore } from "./uploads.ts";
import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";

/** Selects a person's `Load` as JSON. */
export function loadOf(user: SqlText): SqlText {
  return sqlText`select json_build_object('bytes', coalesce(sum(size), 0), 'files', count(*), 'largest', coalesce(max(size), 0),
      'usedBytes', coalesce((select bytes from user_space where user_id = ${user}), 0),
      'isNew', coalesce((select created_at > now() - interval '7 days' from people where id = ${user}), true)) load
    from uploads where user_id = ${user} and media_id is null and refusal is null`;
}

const gate = {
  name: "upload_gate",
  text: sqlText`select v.user_id, exists (select from uploads where id = $2), l.load
    from viewer_of($1) v
    cross join lateral (${loadOf(sqlText`v.user_id`)}) l`,
};

export function uploadStore({ db, row, transact }: Database) {
  const store: UploadStore & SecretStore = {
    async claim({ id, userId, leaseId }, result, keep) {
      const outcome = {
        found: "found" in result ? JSON.stringify(result.found) : null,
        refusal: "refusal" in result ? JSON.stringify(result.refusal) : null,
      };
      return transact(async (tx) => {
        const claiming = leaseId
          ? tx
              .updateTable("uploads")
              .set(outcome)
              .where("id", "=", id)
              .where("holder", "=", leaseId)
              .where("found", "is", null)
              .where("refusal", "is", null)
              .returning("id")
          : tx
              .insertInto("uploads")
              .values({
                id,
                user_id: userId,
                ...outcome,
                media_id: null,
                size: "found" in result ? result.found.size : null,
              })
              .onConflict((conflict) => conflict.doNothing())
              .returning("id");
        const claimed = await claiming.executeTakeFirst();
        // The file gets its name within the transaction, so a second request waits for it and then finds the id taken.
        if (claimed) await keep();
        return claimed !== undefined;
      });
    },
    async secret(name, fresh) {
      await db
        .insertInto("secrets")
        .values({ name, value: fresh })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { value } = await db
        .selectFrom("secrets")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return value;
    },
  };
  return {
    ...store,
    /** The session's person, their unused uploads, and whether this upload already has its bytes; null when the session is not valid. */
    async gate(session: Buffer, id: string) {
      const found = await row<[string, boolean, Load]>(gate, [session, id]);
      return found && { userId: found[0], isUsed: found[1], load: found[2] };
    },
  };
}
