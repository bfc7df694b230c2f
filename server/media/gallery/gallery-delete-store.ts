import type { Database, Tx } from "../../db/connect.ts";
import { mediaRights, mediaTieJoins } from "../access-sql.ts";
import type { MediaTie } from "../access.ts";

const ties = {
  name: "media_ties",
  text: `select coalesce(json_agg(json_build_object('squadId', m.squad_id, 'tripId', m.trip_id, 'isPublic', ${mediaRights.isPublic},
      'isMember', ${mediaRights.isMember}, 'isOrganizer', ${mediaRights.isOrganizer}, 'isUploader', m.uploader_id is not distinct from v.user_id)), '[]')
    from (select $1::uuid user_id) v cross join media m ${mediaTieJoins} where m.id = any($2::uuid[]) and m.purpose = 'gallery'`,
};

/** How a user stands to those of these photos that exist. */
export const tiesToMany = ({ one }: Database, userId: string, ids: readonly string[]): Promise<MediaTie[]> =>
  one<MediaTie[]>(ties, [userId, ids]).then((found) => found ?? []);

export async function removeMany(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("media").where("id", "in", ids).where("purpose", "=", "gallery").execute();
}
