import { sql } from "kysely";
import { demoDays } from "#contract/demo-days.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { isOlder } from "../../platform/db/expired.ts";
import { newId } from "../../platform/db/id.ts";
import { newInviteCode } from "../../platform/secrets/invite-code.ts";
import { addNightWithoutTime } from "../../awards/nights/night.ts";
import { nightWrites } from "../../awards/nights/store.ts";
import { addBooks } from "./costs-store.ts";
import { planBooks } from "./costs.ts";
import { type Copy, type Demo, type DemoStore, receiptsOf, votesOf } from "./demo.ts";
import { friendNames, friends } from "./friends.ts";
import { squad, trip } from "./words.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

const mayHave = {
  name: "may_have_demo",
  text: sqlText`select not a.had_demo and not exists (select from trips_of(a.person_id))
    from accounts a where a.person_id = $1`,
};

export function demoStore({ db, one, transact }: Database): DemoStore {
  return {
    mayHave: async (userId) => (await one<boolean>(mayHave, [userId])) ?? false,

    async claimFiles(userId, ids) {
      await db
        .insertInto("uploads")
        .values(ids.map((id) => ({ id, user_id: userId, found: null, refusal: null, media_id: null })))
        .execute();
    },
    async releaseFiles(ids) {
      await db
        .deleteFrom("uploads")
        .where("id", "in", [...ids])
        .where("media_id", "is", null)
        .execute();
    },

    write: (demo) =>
      transact(async (tx) => {
        // While this lock is held, this person gets no second demo, joins no squad and comes onto no crew.
        await tx.selectFrom("people").select("id").where("id", "=", demo.userId).forUpdate().execute();
        const { rows } = await sql<{
          id: string;
        }>`update accounts a set had_demo = true where person_id = ${demo.userId} and not had_demo
          and not exists (select from trips_of(a.person_id)) returning person_id as id`.execute(tx);
        if (rows.length === 0) return false;
        await addSquad(tx, demo);
        await addTrip(tx, demo);
        await addPhotos(tx, demo);
        await addNight(tx, demo);
        await addBooks(tx, demo, planBooks());
        return true;
      }),

    async remove(userId) {
      const gone = await db.deleteFrom("squads").where("demo_of", "=", userId).returning("id").executeTakeFirst();
      return gone?.id;
    },
    async expired(limit) {
      const { rows } = await sql<{ demo_of: string }>`select s.demo_of from squads s
        where s.demo_of is not null and ${isOlder("s.created_at", { days: demoDays })}
          and not exists (select from media m where m.squad_id = s.id and m.uploader_id = s.demo_of)
        order by s.created_at limit ${limit}`.execute(db);
      return rows.map(({ demo_of: userId }) => userId);
    },
  };
}

async function addSquad(tx: Tx, { squadId, userId, friendIds, covers }: Demo): Promise<void> {
  await tx
    .insertInto("squads")
    .values({
      ...squad,
      id: squadId,
      photo_url: `/objects/${covers.squad.id}`,
      invite_code: newInviteCode(),
      demo_of: userId,
    })
    .execute();
  await tx
    .insertInto("people")
    .values(
      friendNames.map((name) => ({
        id: friendIds[name],
        first_name: friends[name].firstName,
        last_name: friends[name].lastName,
        bio: friends[name].bio,
        demo_squad_id: squadId,
      })),
    )
    .execute();
  const member = (user_id: string, role: "admin" | "member") => ({ id: newId(), squad_id: squadId, user_id, role });
  await tx
    .insertInto("squad_members")
    .values([member(userId, "admin"), ...friendNames.map((name) => member(friendIds[name], "member"))])
    .execute();
}

/** Adds the trip, on which the five friends vote on three awards. */
async function addTrip(tx: Tx, demo: Demo): Promise<void> {
  const { tripId, squadId, userId, friendIds, covers } = demo;
  await tx
    .insertInto("trips")
    .values({ ...trip, id: tripId, squad_id: squadId, created_by: userId, photo_url: `/objects/${covers.trip.id}` })
    .execute();
  const crew = { trip_id: tripId, mood: null, excitement_level: null };
  await tx
    .insertInto("trip_members")
    .values(
      friendNames.map((name) => ({
        ...crew,
        id: newId(),
        user_id: friendIds[name],
        mood: friends[name].mood,
        excitement_level: friends[name].excitement,
      })),
    )
    .execute();
  await addAwards(tx, demo, false);
}

const addAwards = async (tx: Tx, demo: Demo, isOpen: boolean) => {
  await tx
    .insertInto("categories")
    .values(
      demo.awards.flatMap(({ id, name, description, icon, color, isOpen: isIt }, position) =>
        isIt === isOpen
          ? [
              {
                id,
                name,
                description,
                icon,
                color,
                position,
                trip_id: demo.tripId,
                completed_at: null,
                closed_at: null,
              },
            ]
          : [],
      ),
    )
    .execute();
  await tx.insertInto("votes").values(votesOf(demo, isOpen)).execute();
};

/**
 * The three awards are complete. Then the user joins the crew, and the friends vote on seven more awards, which wait for the user's ballot
 * and come out at an Awards Night without a time.
 */
async function addNight(tx: Tx, demo: Demo): Promise<void> {
  const { tripId, userId } = demo;
  await settle(tx, tripId);
  await tx
    .insertInto("trip_members")
    .values({ id: newId(), trip_id: tripId, user_id: userId, mood: null, excitement_level: null })
    .execute();
  await addNightWithoutTime(nightWrites(tx), tripId);
  await addAwards(tx, demo, true);
  await tx.insertInto("receipts").values(receiptsOf(demo)).execute();
  await settle(tx, tripId);
}

/** Counts the ballots that were written into the table. */
const settle = (tx: Tx, tripId: string) => sql`select settle_trip(${tripId})`.execute(tx);

async function addPhotos(tx: Tx, { squadId, tripId, friendIds, photos, covers }: Demo): Promise<void> {
  const row = ({ id, found, placeholder }: Copy, fileName: string) => ({
    id,
    file_name: fileName,
    file_type: found.type,
    file_size: found.size,
    sha256: Buffer.from(found.sha256, "hex"),
    crc32: found.crc32,
    width: found.width,
    height: found.height,
    placeholder,
    rendition_type: "image/jpeg",
    state: "ready" as const,
    taken_at: new Date(found.takenAt!),
    utc_offset: found.utcOffset,
    is_local_clock: found.isLocalClock,
  });
  const cover = { uploader_id: null, caption: null, likes: 0, comments: 0 };
  await tx
    .insertInto("media")
    .values([
      { ...row(covers.squad, "squad.jpg"), ...cover, purpose: "squad", squad_id: squadId, trip_id: null },
      { ...row(covers.trip, "trip.jpg"), ...cover, purpose: "trip", squad_id: null, trip_id: tripId },
      ...photos.map(({ copy, by, caption, likedBy, said: lines, name }) => ({
        ...row(copy, `${name}.jpg`),
        purpose: "gallery" as const,
        squad_id: squadId,
        trip_id: tripId,
        uploader_id: friendIds[by],
        caption,
        likes: likedBy.length,
        comments: lines.length,
      })),
    ])
    .execute();
  await tx
    .insertInto("media_places")
    .values(photos.map(({ copy: { id, found } }) => ({ media_id: id, ...found.place! })))
    .execute();
  await tx
    .insertInto("media_likes")
    .values(
      photos.flatMap(({ copy, likedBy }) => likedBy.map((name) => ({ media_id: copy.id, user_id: friendIds[name] }))),
    )
    .execute();
  const said = photos.flatMap(({ copy, said: lines }) => lines.map((line) => ({ mediaId: copy.id, ...line })));
  await tx
    .insertInto("comments")
    .values(
      said.map(({ mediaId, by, text }) => ({
        id: newId(),
        media_id: mediaId,
        author_id: friendIds[by],
        key: newId(),
        text,
      })),
    )
    .execute();
  const reactions = photos.flatMap(({ copy, reactions: given }) => given.map((one) => ({ mediaId: copy.id, ...one })));
  await tx
    .insertInto("reactions")
    .values(reactions.map(({ mediaId, by, emoji }) => ({ media_id: mediaId, user_id: friendIds[by], emoji })))
    .execute();
  const ids = [...photos.map(({ copy }) => copy.id), covers.squad.id, covers.trip.id];
  await sql`update uploads set media_id = id where id = any (${ids})`.execute(tx);
}
