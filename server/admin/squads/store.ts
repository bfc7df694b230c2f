import { sql } from "kysely";
import type { SquadOfSite } from "#contract/admin.ts";
import type { Database } from "../../schema/database.ts";

/** The bytes of a squad, and its id. */
export type Position = readonly [bytes: number, id: string];

export const squadsOfSiteStore = ({ db }: Database) => ({
  /**
   * Squads after this one, those with the most bytes first. Every page sorts the sums of all squads: an index on them would cost each upload
   * more than a list costs that few people look at.
   */
  async largest(limit: number, after: Position | null): Promise<SquadOfSite[]> {
    const { rows } = await sql<Omit<SquadOfSite, "since"> & { since: Date }>`
      select s.id, s.name, s.created_at since, s.member_count members, s.trip_count trips, s.bytes,
        ((select coalesce(sum(photo_count + video_count), 0) from trips where squad_id = s.id)
          + (select count(*) from media where squad_id = s.id and trip_id is null and purpose = 'gallery'))::int photos
      from (
        select squads.*, coalesce(b.bytes, 0) bytes from squads left join squad_space b on b.squad_id = squads.id
        where demo_of is null and (${after?.[1] ?? null}::uuid is null
          or (coalesce(b.bytes, 0), squads.id) < (${after?.[0] ?? 0}::bigint, ${after?.[1] ?? null}::uuid))
        order by coalesce(b.bytes, 0) desc, squads.id desc limit ${limit}
      ) s order by s.bytes desc, s.id desc`.execute(db);
    return rows.map(({ since, ...squad }) => ({ ...squad, since: since.toJSON() }));
  },
});
