import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import { isLikedPhoto, likedPhotoColumns, likedPhotoOf } from "../../schema/shapes/liked-photo.ts";
import { selectTrips, tripCardOf } from "../../schema/shapes/trip-card.ts";

const maxPhotos = 12;
const maxTrips = 6;

export const profileStore = ({ db }: Database) => ({
  /** A person's most liked photos that the viewer may see, and the trips of both; undefined if the viewer may not know the person. */
  async findHighlights(viewerId: string, id: string) {
    const [known, photos, trips] = await Promise.all([
      sql`select from known_person(${viewerId}, ${id})`.execute(db),
      db
        .selectFrom("media as m")
        .innerJoin("people as u", "u.id", "m.uploader_id")
        .leftJoin("trips as t", "t.id", "m.trip_id")
        .select(likedPhotoColumns)
        .where("m.uploader_id", "=", id)
        .where(isLikedPhoto)
        .where(sql<boolean>`(select r.may_see from rights_in(${viewerId}, m.squad_id, m.trip_id) r)`)
        .orderBy("m.likes", "desc")
        .orderBy("m.taken_at")
        .orderBy("m.id")
        .limit(sql.lit(maxPhotos))
        .execute(),
      selectTrips(db)
        .innerJoin("trip_members as mine", "mine.trip_id", "t.id")
        .innerJoin("trip_members as theirs", "theirs.trip_id", "t.id")
        .select(sql<number>`count(*) over ()::int`.as("total"))
        .where("mine.user_id", "=", viewerId)
        .where("theirs.user_id", "=", id)
        .orderBy("t.start_date", "desc")
        .orderBy("t.id", "desc")
        .limit(sql.lit(maxTrips))
        .execute(),
    ]);
    if (known.rows.length === 0) return undefined;
    return { photos: photos.map(likedPhotoOf), trips: trips.map(tripCardOf), tripCount: trips[0]?.total ?? 0 };
  },
});
