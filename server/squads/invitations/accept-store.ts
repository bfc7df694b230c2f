import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";
import { hashInviteCode } from "../../platform/secrets/invite-code.ts";
import type { PersonalInvitations } from "./personal-invitations.ts";

/** Statements that accept mailed invitations, within the transaction of the join. */
export const acceptingInvitations = (tx: Tx): PersonalInvitations => ({
  async find(placeId, code, userId) {
    const found = await tx
      .selectFrom("invitations")
      .select(["id", "trip_id as tripId"])
      .where(
        ({ selectFrom }) =>
          sql<boolean>`id = ${selectFrom("invitation_codes").select("invitation_id").where("code_hash", "=", hashInviteCode(code))}`,
      )
      .where(sql<boolean>`coalesce(squad_id, trip_id) = ${placeId}`)
      .where(({ or, eb }) => or([eb("claimed_at", "is", null), eb("claimed_by", "=", userId)]))
      .where("used_at", "is", null)
      .where("ended_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      // Of two people at once, the second waits here and then finds the invitation used.
      .forUpdate()
      .executeTakeFirst();
    return found ?? null;
  },
  async use(id, userId) {
    await tx
      .updateTable("invitations")
      .set({ used_at: sql<Date>`now()`, used_by: userId })
      .where("id", "=", id)
      .execute();
    await tx.updateTable("accounts").set({ was_invited: true }).where("person_id", "=", userId).execute();
  },
});
