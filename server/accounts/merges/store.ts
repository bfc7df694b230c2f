import { sql } from "kysely";
import { type Merge, type MergePlan, undoDays } from "#contract/merges.ts";
import type { Database } from "../../schema/database.ts";
import { personColumns, personOf } from "../../schema/shapes/person.ts";
import type { Pair } from "./writes-store.ts";

export const mergeStore = ({ db }: Database) => ({
  /** What a merge would move. Null if one of the two is gone. */
  async plan({ from, into }: Pair): Promise<MergePlan | null> {
    const people = await db
      .selectFrom("people as u")
      .select(["u.id", ...personColumns])
      .where("u.id", "in", [from, into])
      .execute();
    const one = people.find(({ id }) => id === from);
    const other = people.find(({ id }) => id === into);
    if (!one || !other) return null;
    const { rows } = await sql<Pick<MergePlan, "photos" | "likes" | "trips" | "results">>`select
      (select count(*)::int from media where uploader_id = ${from} and purpose = 'gallery') photos,
      (select count(*)::int from media_likes where user_id = ${from}) likes,
      (select count(*)::int from trip_members m where user_id = ${from}
        and not exists (select from trip_members o where o.trip_id = m.trip_id and o.user_id = ${into})) trips,
      (select count(*)::int from tallies t where t.nominee_id in (select id from former_ids(${from}))) results`.execute(
      db,
    );
    return { from: personOf(from, one), into: personOf(into, other), ...rows[0]! };
  },

  /** The merges that somebody made and may undo, or one of them, latest first. */
  async madeBy(userId: string, id?: string): Promise<Merge[]> {
    const rows = await db
      .selectFrom("merges as g")
      .innerJoin("people as u", "u.id", "g.into_id")
      .leftJoin("squads as s", "s.id", "g.squad_id")
      .select([
        "g.person_id",
        "g.first_name as firstName",
        "g.into_id",
        "g.made_at",
        "s.id as squadId",
        "s.name as squadName",
      ])
      .select(personColumns)
      .where("g.made_by", "=", userId)
      .where("g.taken", "is not", null)
      .where(sql<boolean>`g.made_at > now() - ${undoDays} * interval '1 day'`)
      .$if(id !== undefined, (merges) => merges.where("g.person_id", "=", id!))
      .orderBy("g.made_at", "desc")
      .limit(200)
      .execute();
    return rows.map((row) => ({
      id: row.person_id,
      firstName: row.firstName,
      into: personOf(row.into_id, row),
      squad: row.squadId === null ? null : { id: row.squadId, name: row.squadName! },
      madeAt: row.made_at.toJSON(),
      until: new Date(row.made_at.getTime() + undoDays * 86_400_000).toJSON(),
    }));
  },

  /** The squads of which these people are members. */
  async squadsOf(ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom("squad_members")
      .select("squad_id")
      .distinct()
      .where("user_id", "in", [...ids])
      .execute();
    return rows.map(({ squad_id }) => squad_id);
  },

  /** Forgets what merges took, once they cannot be undone any more. Pictures that nobody shows are looked for a day later. */
  async forgetTaken(): Promise<void> {
    await sql`with old as (
        update merges g set taken = null from merges before
        where before.person_id = g.person_id and g.taken is not null and g.made_at <= now() - ${undoDays} * interval '1 day'
        returning before.into_id
      )
      insert into images_to_check (media_id) select m.id from media m where m.purpose = 'profile' and m.uploader_id in (select into_id from old)
      on conflict do nothing`.execute(db);
  },
});
