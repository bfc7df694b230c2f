import { newId } from "../platform/db/id.ts";
import type { Client, TestApp, TestPerson } from "./app.ts";
import { photoColumns } from "./photo-columns.ts";

/** One person for each tie to a squad and its trip. */
export interface Cast {
  readonly visitor: Client;
  /** Signed in, with no tie. */
  readonly user: TestPerson;
  /** In the squad, not on the crew. */
  readonly member: TestPerson;
  readonly crew: TestPerson;
  /** Creator of the trip and on its crew; no squad admin. */
  readonly organizer: TestPerson;
  /** Squad admin, not on the crew. */
  readonly admin: TestPerson;
}

export const roles = ["visitor", "user", "member", "crew", "organizer", "admin"] as const;

export async function castOf(swell: TestApp): Promise<Cast> {
  const people = await swell.people("user", "member", "crew", "organizer", "admin");
  for (const person of Object.values(people)) await swell.confirm(person);
  return { visitor: swell.visitor, ...people };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

/** Inserts a squad with one trip, one award with one vote, one photo by `crew` with a comment by them, and a receipt by
 * `crew` for them. Direct inserts, so that hundreds are fast. */
export async function newWorld({ database: { db } }: TestApp, cast: Cast, isPublic: boolean) {
  const [squad, trip, category, photo, receipt] = [newId(), newId(), newId(), newId(), newId()];
  const comment = newId();
  const { admin, member, crew, organizer } = cast;
  await db
    .insertInto("squads")
    .values({
      id: squad,
      name: "Dawn Patrol",
      description: "",
      photo_url: null,
      is_public: isPublic,
      invite_code: newId(),
    })
    .execute();
  await db
    .insertInto("squad_members")
    .values(
      [admin, member, crew, organizer].map((person) => ({
        id: newId(),
        squad_id: squad,
        user_id: person.id,
        role: person === admin ? ("admin" as const) : ("member" as const),
      })),
    )
    .execute();
  await db
    .insertInto("trips")
    .values({
      id: trip,
      squad_id: squad,
      created_by: organizer.id,
      name: "Ericeira",
      location: "Portugal",
      description: "",
      start_date: "2026-07-04",
      end_date: "2026-07-11",
      photo_url: null,
      // Old enough for reminders.
      ...({ created_at: new Date(Date.now() - 2 * 86_400_000) } as object),
    })
    .execute();
  await db
    .insertInto("trip_members")
    .values(
      [crew, organizer].map((person) => ({
        id: newId(),
        trip_id: trip,
        user_id: person.id,
        mood: null,
        excitement_level: null,
      })),
    )
    .execute();
  await db
    .insertInto("categories")
    .values({
      id: category,
      trip_id: trip,
      name: "Best Wipeout",
      description: "Least injured",
      icon: "fas fa-water",
      color: "blue",
      position: 0,
      votes_received: 1,
      completed_at: null,
      closed_at: null,
    })
    .execute();
  await db.insertInto("votes").values({ category_id: category, voter_id: organizer.id, nominee_id: crew.id }).execute();
  await db
    .insertInto("media")
    .values({
      id: photo,
      purpose: "gallery",
      uploader_id: crew.id,
      squad_id: squad,
      trip_id: trip,
      ...photoColumns(),
      sha256: Buffer.alloc(32, 1),
      comments: 1,
    })
    .execute();
  await db
    .insertInto("comments")
    .values({ id: comment, media_id: photo, author_id: crew.id, key: newId(), text: "Clean set" })
    .execute();
  await db
    .insertInto("receipts")
    .values({
      id: receipt,
      trip_id: trip,
      category_id: category,
      nominee_id: crew.id,
      author_id: crew.id,
      media_id: null,
      text: "Seen from the pier",
    })
    .execute();
  return { squad, trip, category, photo, comment, receipt };
}
