import type { Database } from "../db/connect.ts";
import type { SecretStore } from "./secret.ts";
import type { UploadStore } from "./uploads.ts";

const gate = {
  name: "upload_gate",
  text: `select v.user_id, exists (select from uploads where id = $2)
    from (select user_id from sessions where token_hash = $1 and expires_at > now()) v`,
};

export function uploadStore({ db, row, transact }: Database) {
  const store: UploadStore & SecretStore = {
    async claim({ id, userId }, result, keep) {
      return transact(async (tx) => {
        const claimed = await tx
          .insertInto("uploads")
          .values({
            id,
            user_id: userId,
            found: "found" in result ? JSON.stringify(result.found) : null,
            refusal: "refusal" in result ? JSON.stringify(result.refusal) : null,
            media_id: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        // The file gets its name within the transaction: whoever comes second waits for that, and finds the id taken.
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
    /** Who holds this session, and whether this upload has its bytes; null without a live session. */
    async gate(session: Buffer, id: string) {
      const found = await row<[string, boolean]>(gate, [session, id]);
      return found && { userId: found[0], isUsed: found[1] };
    },
  };
}
