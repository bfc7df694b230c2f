import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../schema/database.ts";
import { findUser } from "../../schema/shapes/person.ts";

export const accountStore = ({ db }: Database) => ({
  user: (id: string) => findUser(db, id),

  /** What the account page shows, and what would become of squads and trips without this person. */
  async findPage(userId: string) {
    const row = await db
      .selectFrom("people as u")
      .leftJoin("accounts as a", "a.person_id", "u.id")
      .select(["a.password_hash", "a.email_confirmed_at", "a.was_invited"])
      .select((user) => [
        user
          .selectFrom("email_links")
          .select("email")
          .whereRef("user_id", "=", "u.id")
          .where("is_change", "=", true)
          .where("ended_at", "is", null)
          .where(sql<boolean>`coalesce(expires_at, created_at + interval '1 day') > now()`)
          .orderBy("id", "desc")
          .limit(1)
          .as("newEmail"),
        user
          .selectFrom("media")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .whereRef("uploader_id", "=", "u.id")
          // As in the index `photos_of_uploader`.
          .where(sql<boolean>`purpose = 'gallery' and not is_demo`)
          .as("photoCount"),
        user
          .selectFrom("comments")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .whereRef("author_id", "=", "u.id")
          .as("commentCount"),
        jsonArrayFrom(
          user
            .selectFrom("trip_members as m")
            .innerJoin("trips as t", "t.id", "m.trip_id")
            .select(["t.id", "t.name"])
            .whereRef("m.user_id", "=", "u.id")
            .where("t.squad_id", "is", null)
            .where("t.crew_count", "=", 1)
            .orderBy("t.name")
            .orderBy("t.id"),
        ).as("endingTrips"),
        jsonArrayFrom(
          user
            .selectFrom("squad_members as m")
            .innerJoin("squads as s", "s.id", "m.squad_id")
            .select(["s.id", "s.name", "s.member_count", "m.role"])
            .select(
              sql<boolean>`exists (select from squad_members o
                where o.squad_id = s.id and o.role = 'admin' and o.user_id <> u.id)`.as("has_other_admin"),
            )
            .whereRef("m.user_id", "=", "u.id")
            // The demo squad belongs to nobody else and is deleted with the account.
            .where("s.demo_of", "is", null)
            .orderBy("s.name")
            .orderBy("s.id"),
        ).as("squads"),
      ])
      .where("u.id", "=", userId)
      .executeTakeFirst();
    if (!row) return undefined;
    const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
    const isOnlyAdmin = (squad: (typeof row.squads)[number]) => squad.role === "admin" && !squad.has_other_admin;
    return {
      hasPassword: row.password_hash !== null,
      emailConfirmed: row.email_confirmed_at !== null,
      mayInviteByMail: row.was_invited === true || row.email_confirmed_at !== null,
      newEmail: row.newEmail,
      photoCount: row.photoCount ?? 0,
      commentCount: row.commentCount ?? 0,
      ending: { squads: row.squads.filter((squad) => squad.member_count === 1).map(named), trips: row.endingTrips },
      handOver: row.squads.filter((squad) => squad.member_count > 1 && isOnlyAdmin(squad)).map(named),
    };
  },
});
