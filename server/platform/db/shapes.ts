import { type Selectable, sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { LikedPhoto } from "#contract/media-item.ts";
import type { NightStage, NightTime } from "#contract/night-time.ts";
import type { Person, User } from "#contract/people.ts";
import type { SquadCard } from "#contract/squads.ts";
import type { TripCard } from "#contract/trips.ts";
import type { Db } from "./connect.ts";
import type { Tables } from "./tables.ts";

/** The shapes of the contract that several features send: columns to select, and a function that makes the shape of a row. */

type Row<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>;

/** Of user `u`, without the id. */
export const personColumns = ["u.first_name", "u.last_name", "u.bio", "u.profile_image_url"] as const;
type PersonRow = Row<"users", "first_name" | "last_name" | "bio" | "profile_image_url">;

export const personOf = (id: string, row: PersonRow): Person => ({
  id,
  firstName: row.first_name,
  lastName: row.last_name,
  bio: row.bio,
  profileImageUrl: row.profile_image_url,
});

/** The user as sent to that user alone. */
export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db
    .selectFrom("users as u")
    .select([...personColumns, "u.email"])
    .where("u.id", "=", id)
    .executeTakeFirst();
  return row ? { ...personOf(id, row), email: row.email } : null;
}

/** Of squad `s`. */
export const squadColumns = [
  "s.id",
  "s.name",
  "s.description",
  "s.photo_url",
  "s.member_count",
  "s.created_at",
] as const;

export const squadCardOf = (
  row: Row<"squads", "id" | "name" | "description" | "photo_url" | "member_count" | "created_at">,
): SquadCard => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photoUrl: row.photo_url,
  memberCount: row.member_count,
  createdAt: row.created_at.toJSON(),
});

type TripRow = Omit<Selectable<Tables["trips"]>, "created_by" | "is_demo" | "crew_change"> & {
  readonly cover_url: string | null;
  readonly is_active: boolean;
  readonly is_public: boolean | null;
};

// Decision 075: why an index finds the cover.
/** Selects trips `t` with their squads `s`, for `tripCardOf`. */
export const selectTrips = (db: Db) =>
  db
    .selectFrom("trips as t")
    .leftJoin("squads as s", "s.id", "t.squad_id")
    .select([
      "t.id",
      "t.squad_id",
      "t.name",
      "t.location",
      "t.description",
      "t.start_date",
      "t.end_date",
      "t.photo_url",
      "t.crew_count",
      "t.category_count",
      "t.complete_count",
      "t.photo_count",
      "t.video_count",
      "t.created_at",
      "s.is_public",
      sql<string | null>`(select url from cover_of(t.id, t.photo_url))`.as("cover_url"),
      sql<boolean>`current_date between t.start_date and t.end_date`.as("is_active"),
    ]);

export const tripCardOf = (row: TripRow): TripCard => ({
  id: row.id,
  squadId: row.squad_id,
  name: row.name,
  location: row.location,
  description: row.description,
  startDate: midnightOf(row.start_date),
  endDate: midnightOf(row.end_date),
  photoUrl: row.photo_url,
  coverUrl: row.cover_url,
  isActive: row.is_active,
  isPublic: row.is_public ?? false,
  memberCount: row.crew_count,
  categoryCount: row.category_count,
  mediaCount: row.photo_count + row.video_count,
  allVotingComplete: row.category_count > 0 && row.complete_count === row.category_count,
  createdAt: row.created_at.toJSON(),
});

/** Of trip `t`: the open awards that wait for a person's vote; null if the person is not on the crew. */
export const awardsToVoteOn = (personId: string) =>
  sql<number | null>`(select case when t.complete_count = t.category_count then 0
      else (select total from awards_to_vote_on(t.id, m.user_id)) end
    from trip_members m where m.trip_id = t.id and m.user_id = ${personId})`.as("to_vote_on");

/** Of trip `t`: whether the show of its night is running, for people who belong to the trip. */
export const isShowLiveFor = (personId: string) =>
  sql<boolean>`exists (
    select from nights n cross join rights_in(${personId}, null, n.trip_id) r
    where n.trip_id = t.id and n.live_at is not null and n.over_at is null and r.is_member
  )`.as("is_show_live");

/** A calendar day as the contract has it. */
const midnightOf = (day: string) => `${day}T00:00:00.000Z`;

/** Of the photo `m`, its uploader `u` and its trip `t`. */
export const likedPhotoColumns = [
  "m.id",
  "m.caption",
  "m.likes",
  "m.width",
  "m.height",
  "m.placeholder",
  "m.squad_id",
  "m.trip_id",
  "t.name as trip_name",
  "u.id as uploader_id",
  "u.first_name",
  "u.last_name",
  "u.profile_image_url",
] as const;

type LikedPhotoRow = Row<
  "media",
  "id" | "caption" | "likes" | "width" | "height" | "placeholder" | "squad_id" | "trip_id"
> & { readonly trip_name: string | null; readonly uploader_id: string | null } & {
  readonly [C in "first_name" | "last_name" | "profile_image_url"]: string | null;
};

/** Photos `m` of galleries that somebody likes and that have pictures to show. */
export const isLikedPhoto = sql<boolean>`m.purpose = 'gallery' and m.likes > 0 and m.state = 'ready' and m.file_type like 'image/%'`;

export const likedPhotoOf = (row: LikedPhotoRow): LikedPhoto => ({
  id: row.id,
  filePath: `/objects/${row.id}`,
  caption: row.caption,
  likes: row.likes,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  uploader:
    row.uploader_id === null
      ? null
      : {
          id: row.uploader_id,
          firstName: row.first_name ?? "",
          lastName: row.last_name ?? "",
          profileImageUrl: row.profile_image_url,
        },
  trip: row.trip_id === null ? null : { id: row.trip_id, name: row.trip_name ?? "" },
  squadId: row.squad_id,
});

/** Of category `c`. */
export const categoryColumns = [
  "c.id",
  "c.trip_id",
  "c.name",
  "c.description",
  "c.icon",
  "c.color",
  "c.position",
] as const;

export const categoryOf = (
  row: Row<"categories", "id" | "trip_id" | "name" | "description" | "icon" | "color" | "position">,
): Category => ({
  id: row.id,
  tripId: row.trip_id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  order: row.position,
});

/** Of category `c`: what it shares with the awards of other trips that are the same title. */
export const ancestorOf = sql<string>`coalesce(c.ancestor, c.id::text)`;

/** The columns of a night that tell its stage. */
interface NightTimes {
  readonly starts_at: Date;
  readonly closed_at: Date | null;
  readonly live_at: Date | null;
  readonly over_at: Date | null;
}

/** The stage now. The vote is closed from the planned time on, before the job that seals it has run. */
export function stageOf({ starts_at, closed_at, live_at, over_at }: NightTimes): NightStage {
  if (over_at) return "over";
  if (live_at) return "live";
  return closed_at || starts_at.getTime() <= Date.now() ? "closed" : "planned";
}

/** Of night `n`. */
export const nightTimeColumns = [
  "n.starts_at",
  "n.time_zone",
  "n.no_self_votes",
  "n.closed_at",
  "n.live_at",
  "n.over_at",
] as const;

/** The night of a row that may have none. */
export function nightTimeOf(row: {
  readonly [
    C in keyof Row<"nights", "starts_at" | "time_zone" | "no_self_votes" | "closed_at" | "live_at" | "over_at">
  ]: Row<"nights", C>[C] | null;
}): NightTime | null {
  const { starts_at, time_zone, no_self_votes, closed_at, live_at, over_at } = row;
  if (starts_at === null || time_zone === null) return null;
  const stage = stageOf({ starts_at, closed_at, live_at, over_at });
  return { startsAt: starts_at.toJSON(), timeZone: time_zone, stage, noSelfVotes: no_self_votes === true };
}
