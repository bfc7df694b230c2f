import { newId } from "../platform/db/id.ts";
import type { Db } from "../schema/database.ts";
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

/** Inserts a squad with one trip, one award with one vote, one photo by `crew` with a comment by them, a receipt by
 * `crew` for them, and a cost of `crew` with a payment to them. Direct inserts, so that hundreds are fast. */
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
  return { squad, trip, category, photo, comment, receipt, ...(await addBooks(db, trip, crew.id, organizer.id)) };
}

/** A dinner for €40.00 that `crew` entered and paid for both, and a payment of €5.00 that the other made. */
async function addBooks(db: Db, trip: string, crew: string, other: string) {
  const [cost, payment, payer, sharer] = [newId(), newId(), newId(), newId()];
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("trips").set({ currency: "EUR" }).where("id", "=", trip).execute();
    await tx
      .insertInto("cost_people")
      .values([
        { id: payer, trip_id: trip, person_id: crew },
        { id: sharer, trip_id: trip, person_id: other },
      ])
      .execute();
    const money = { amount: 4000, currency: "EUR", rate: null, trip_amount: 4000, split: "equal" as const };
    const dinner = { title: "Dinner", day: "2026-07-05", category: "food" as const, written_by: crew };
    await tx
      .insertInto("costs")
      .values({ id: cost, trip_id: trip, key: newId(), ...dinner, ...money })
      .execute();
    await tx
      .insertInto("cost_payers")
      .values({ cost_id: cost, payer_id: payer, amount: 4000, trip_amount: 4000 })
      .execute();
    const shares = [payer, sharer].map((id) => ({ cost_id: cost, sharer_id: id, weight: 1, share: 2000 }));
    await tx.insertInto("cost_shares").values(shares).execute();
    const paid = { from_id: sharer, to_id: payer, amount: 500, day: "2026-07-06", entered_by: other };
    await tx
      .insertInto("payments")
      .values({ id: payment, trip_id: trip, key: newId(), handed_amount: null, handed_currency: null, ...paid })
      .execute();
  });
  return { cost, payment, change: await addChange(db, { trip, cost, crew, payer, sharer }) };
}

interface EnteredCost {
  readonly trip: string;
  readonly cost: string;
  readonly crew: string;
  readonly payer: string;
  readonly sharer: string;
}

/** The line of the history in which `crew` enters the dinner. */
async function addChange(db: Db, { trip, cost, crew, payer, sharer }: EnteredCost): Promise<string> {
  const { key } = await db.selectFrom("costs").select("key").where("id", "=", cost).executeTakeFirstOrThrow();
  const money = { amount: 4000, currency: "EUR", rate: null, tripAmount: 4000, tripCurrency: "EUR", split: "equal" };
  const words = { title: "Dinner", day: "2026-07-05", category: "food", note: "", receipt: null, key, version: 1 };
  const payers = [{ id: payer, amount: 4000, tripAmount: 4000 }];
  const shares = [payer, sharer].map((id) => ({ id, weight: 1, share: 2000 }));
  const after = JSON.stringify({ ...words, ...money, payers, shares, writtenBy: payer });
  const id = newId();
  await db
    .insertInto("trip_changes")
    .values({ id, trip_id: trip, kind: "cost", thing_id: cost, changed_by: crew, before: null, after })
    .execute();
  return id;
}
