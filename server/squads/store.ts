import { sql } from "kysely";
import type { CrewCard, InvitationCard, RemovedMember, Squad, SquadCard, SquadMember } from "#contract/squads.ts";
import type { Database } from "../schema/database.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";
import type { Row } from "../schema/shapes/row.ts";
import { midnightOf } from "../schema/shapes/trip-card.ts";
import { hashInviteCode } from "../platform/secrets/invite-code.ts";
import { expectedIn } from "./expected-store.ts";
import { squadCardOf, squadColumns } from "../schema/shapes/squad-card.ts";
import type { TripPosition } from "../trips/cursor.ts";
import { tripsOfSquad } from "../trips/list-store.ts";

/** As in the index `public_squads_words`. */
const squadWords = sql`(s.name || E'\\n' || s.description)`;
/** The index finds three letters and more. */
const minIndexedLength = 3;
const newestSearched = 1000;

/** Descriptions may have runs of spaces, and spaces of other kinds, which look like the one that people type. */
const anySpaces = String.raw`[ \t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+`;
/** A regular expression of PostgreSQL for a text on one line. */
const patternOf = (line: string): string => line.replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, "\\$&").replaceAll(" ", anySpaces);

export function squadStore({ db }: Database) {
  /** Squads with the role that a user has in each. */
  const selectSquads = (userId: string) =>
    db
      .selectFrom("squads as s")
      .leftJoin("squad_members as m", (join) => join.onRef("m.squad_id", "=", "s.id").on("m.user_id", "=", userId))
      .select([...squadColumns, "s.is_public", "s.takes_seats", "s.shows_crew", "s.trip_count", "s.demo_of"])
      .select(["s.invite_code", "m.role", sql<number>`waiting_in(s.id, m.role)`.as("waiting")])
      .select(sql<number>`coalesce((select total from new_in_squad(${userId}, s.id)), 0)`.as("new_photos"));

  const selectMembers = (squadId: string) =>
    db
      .selectFrom("squad_members as m")
      .innerJoin("people as u", "u.id", "m.user_id")
      .select(["m.id", "m.user_id", "m.role", ...personColumns])
      .where("m.squad_id", "=", squadId);

  /** The member who sent the invitation with this code, if its page shows them. */
  async function findInviter(invite: string): Promise<InvitationCard["invitedBy"]> {
    const { rows } = await sql<ShownRow>`
      select first_name, profile_image_url from inviter_shown_by(${invite})`.execute(db);
    return rows[0] ? shownMemberOf(rows[0]) : null;
  }

  /** What an invitation shows of the squad's people, and its next trip. */
  async function findCrewOf(squadId: string, invite: string): Promise<Pick<InvitationCard, keyof typeof noCrew>> {
    const [invitedBy, crew, expected, trip] = await Promise.all([
      findInviter(invite),
      sql<ShownRow>`
        select first_name, profile_image_url from crew_shown_by(${squadId})`.execute(db),
      expectedIn(db, squadId),
      db
        .selectFrom("trips")
        .select(["name", "location", "start_date", "end_date"])
        .where("squad_id", "=", squadId)
        .where("end_date", ">=", sql<string>`current_date`)
        .orderBy("start_date")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst(),
    ]);
    return {
      invitedBy,
      crew: crew.rows.map(shownMemberOf),
      expected: expected.map(({ id, firstName }) => ({ id, firstName })),
      nextTrip: trip
        ? {
            name: trip.name,
            location: trip.location,
            startDate: midnightOf(trip.start_date),
            endDate: midnightOf(trip.end_date),
          }
        : null,
    };
  }

  return {
    async mine(userId: string): Promise<Squad[]> {
      const rows = await selectSquads(userId)
        .where("m.user_id", "is not", null)
        .orderBy("s.name")
        .orderBy("s.id")
        .execute();
      return rows.map(squadOf);
    },
    /** The squad with its invite code, and whether pictures show faces. The caller decides who may have these. */
    async findSquad(
      id: string,
      userId: string,
    ): Promise<{ squad: Squad; inviteCode: string; showsFaces: boolean } | undefined> {
      const row = await selectSquads(userId).select("s.shows_faces").where("s.id", "=", id).executeTakeFirst();
      return row && { squad: squadOf(row), inviteCode: row.invite_code, showsFaces: row.shows_faces };
    },
    /** Members in the order they joined, after the member `after`, as the viewer sees them. */
    async findMembers(id: string, viewerId: string, after: string, limit: number): Promise<CrewCard[]> {
      const rows = await selectMembers(id)
        .select([
          sql<number>`(select count(*)::int from trip_members a join trip_members b on b.trip_id = a.trip_id
            where a.user_id = ${viewerId} and b.user_id = m.user_id and b.user_id <> a.user_id)`.as("trips_with_me"),
          sql<
            string | null
          >`(select c.mood from trips t join trip_members c on c.trip_id = t.id and c.user_id = m.user_id
            where t.squad_id = m.squad_id and current_date between t.start_date and t.end_date and c.mood is not null
            order by t.start_date desc, t.id desc limit 1)`.as("mood"),
        ])
        .where("m.id", ">", after)
        .orderBy("m.id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toMember(row), tripsWithMe: row.trips_with_me, mood: row.mood }));
    },
    async findMember(id: string, userId: string): Promise<SquadMember | undefined> {
      const row = await selectMembers(id).where("m.user_id", "=", userId).executeTakeFirst();
      return row && toMember(row);
    },
    /** People whom an admin removed, latest first, after the place `before`, with the place of the next page. */
    async findRemoved(id: string, before: string, limit: number) {
      const rows = await db
        .selectFrom("removed_members as m")
        .innerJoin("people as u", "u.id", "m.user_id")
        .select(["m.id", "m.user_id", "m.removed_at", ...personColumns])
        .where("m.squad_id", "=", id)
        .where("m.id", "<", before)
        .orderBy("m.id", "desc")
        .limit(limit)
        .execute();
      const people = rows.map((row): RemovedMember => ({
        user: personOf(row.user_id, row),
        removedAt: row.removed_at.toJSON(),
      }));
      return { people, next: rows.length === limit ? rows.at(-1)!.id : null };
    },
    findTrips: (id: string, viewerId: string, before: TripPosition, limit: number) =>
      tripsOfSquad(db, id, viewerId, before, limit),
    /** What a squad, or a trip without one, shows to somebody who brings this code. */
    async findCard(id: string, invite: string): Promise<InvitationCard | undefined> {
      const squad = await db
        .selectFrom("squads as s")
        .select(squadColumns)
        .select([
          sql<boolean>`s.shows_crew and is_invited_to(s, ${invite})`.as("showsCrew"),
          sql<boolean>`s.takes_seats and is_invited_to(s, ${invite})`.as("givesSeats"),
        ])
        .where("s.id", "=", id)
        .where(sql<boolean>`(squad_opens(s, ${invite}) or is_invited_to(s, ${invite}))`)
        .executeTakeFirst();
      if (squad)
        return {
          ...squadCardOf(squad),
          givesSeats: squad.givesSeats,
          ...(squad.showsCrew ? await findCrewOf(id, invite) : noCrew),
        };
      const trip = await db
        .selectFrom("trips as t")
        .select(["t.id", "t.name", "t.description", "t.photo_url", "t.crew_count as member_count", "t.created_at"])
        .where("t.id", "=", id)
        .where("t.squad_id", "is", null)
        .where(
          sql<boolean>`exists (select from invitation_codes c join invitations i on i.id = c.invitation_id
            where c.code_hash = ${hashInviteCode(invite)} and i.trip_id = t.id and i.ended_at is null and i.expires_at > now())`,
        )
        .executeTakeFirst();
      return trip && { ...squadCardOf(trip), givesSeats: false, ...noCrew, invitedBy: await findInviter(invite) };
    },
    /**
     * Public squads with this text in their name or description, newest first, from below the id `before`. Text of one or two letters is
     * looked for in the newest thousand.
     */
    async publicSquads(text: string, before: string, limit: number): Promise<SquadCard[]> {
      const hasText = sql<boolean>`${squadWords} ~* ${patternOf(text)}`;
      const isPublic = sql<boolean>`s.is_public`;
      // Frequent words are soon found among the newest squads, rare ones by the index of words.
      const newest = await db
        .selectFrom((squads) =>
          squads
            .selectFrom("squads as s")
            .selectAll()
            .where(isPublic)
            .where("s.id", "<", before)
            .orderBy("s.id", "desc")
            .limit(sql.lit(newestSearched))
            .as("s"),
        )
        .select(squadColumns)
        .where(hasText)
        .orderBy("s.id", "desc")
        .limit(limit)
        .execute();
      if (newest.length === limit || text.length < minIndexedLength) return newest.map(squadCardOf);
      const found = await db
        .with(
          (name) => name("found").materialized(),
          (squads) => squads.selectFrom("squads as s").selectAll().where(isPublic).where(hasText),
        )
        .selectFrom("found as s")
        .select(squadColumns)
        .where("s.id", "<", before)
        .orderBy("s.id", "desc")
        .limit(limit)
        .execute();
      return found.map(squadCardOf);
    },

    /** The squad of this id, or of the trip with this id; `squadId` is null for a squadless trip. */
    async findJoinable(id: string): Promise<{ squadId: string | null; tripId?: string } | undefined> {
      const squad = await db.selectFrom("squads").select("id").where("id", "=", id).executeTakeFirst();
      if (squad) return { squadId: squad.id };
      const trip = await db.selectFrom("trips").select(["id", "squad_id"]).where("id", "=", id).executeTakeFirst();
      return trip && { squadId: trip.squad_id, tripId: trip.id };
    },
  };
}

type ShownRow = Row<"people", "first_name" | "profile_image_url">;
const shownMemberOf = (row: ShownRow): InvitationCard["crew"][number] => ({
  firstName: row.first_name,
  profileImageUrl: row.profile_image_url,
});

const noCrew = { invitedBy: null, crew: [], expected: [], nextTrip: null };

type SquadRow = Parameters<typeof squadCardOf>[0] & {
  is_public: boolean;
  takes_seats: boolean;
  shows_crew: boolean;
  trip_count: number;
  demo_of: string | null;
  role: Squad["role"];
  waiting: number;
  new_photos: number;
};

const squadOf = (row: SquadRow): Squad => ({
  ...squadCardOf(row),
  isPublic: row.is_public,
  takesSeats: row.takes_seats && row.demo_of === null,
  showsCrew: row.shows_crew,
  tripCount: row.trip_count,
  isDemo: row.demo_of !== null,
  role: row.role,
  waiting: row.waiting,
  newPhotos: row.new_photos,
});

const toMember = (
  row: { id: string; user_id: string; role: SquadMember["role"] } & Parameters<typeof personOf>[1],
): SquadMember => ({ id: row.id, userId: row.user_id, role: row.role, user: personOf(row.user_id, row) });
