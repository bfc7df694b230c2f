import { sql } from "kysely";
import { type Client, type TestApp, type TestPerson, rows } from "./app.ts";

/** A private squad "Dawn Patrol" of new people with these names and confirmed addresses; the first is its admin. */
export async function newSquad(swell: TestApp, admin: string, ...others: string[]) {
  const ana = await swell.confirm(await swell.person(admin));
  const made = await ana.post("/api/squads", { name: "Dawn Patrol" });
  const squad = String(made.body["id"]);
  const inviteOf = async () => {
    const { body } = await ana.get(`/api/squads/${squad}`);
    return new URL(String(body["squad"]!["inviteUrl"])).searchParams.get("invite")!;
  };
  const people: TestPerson[] = [];
  for (const name of others) {
    const person = await swell.confirm(await swell.person(name));
    const joined = await person.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    if (joined.status !== 200) throw new Error(`${name} could not join: ${joined.text}`);
    people.push(person);
  }
  const [bo, cleo, dora] = people;
  return { ana, bo, cleo, dora, people: [ana, ...people], squad, inviteOf };
}

/** Makes a trip two days old, so that its voters may be reminded before anybody has voted. */
export const ageTrip = (swell: TestApp, trip: string) =>
  swell.database.db
    .updateTable("trips")
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000) } as object)
    .where("id", "=", trip)
    .execute();

/** A squad like that of `newSquad`, with a trip to Ericeira that has these awards. */
export async function newTrip(
  swell: TestApp,
  { crew, awards = [] }: { crew: [string, ...string[]]; awards?: string[] },
) {
  const made = await newSquad(swell, ...crew);
  const { body } = await made.ana.post("/api/trips", {
    squadId: made.squad,
    name: "Ericeira ’26",
    location: "Portugal",
    startDate: "2026-07-04T00:00:00.000Z",
    endDate: "2026-07-11T00:00:00.000Z",
  });
  const trip = String(body["id"]);
  const categories: string[] = [];
  for (const [order, name] of awards.entries()) {
    const added = await made.ana.post(`/api/trips/${trip}/categories`, { name, description: `For the ${name}`, order });
    if (added.status !== 201) throw new Error(`No category: ${added.text}`);
    categories.push(String(added.body["id"]));
  }
  return { ...made, trip, categories };
}

/** A day passes for the crew of a trip: they are no newcomers any more, and their ballots count towards an early close. */
export async function passDay(swell: TestApp, tripId: string): Promise<void> {
  await sql`update trip_members set joined_at = joined_at - interval '1 day' where trip_id = ${tripId}`.execute(
    swell.database.db,
  );
}

/** Closes the vote of a planned night. Crew who have not answered an award skip it first; the first of them is the host. */
export async function closeNight(tripId: string, crew: readonly [TestPerson, ...TestPerson[]]): Promise<void> {
  for (const person of crew) {
    const { body } = await person.get(`/api/trips/${tripId}/ballot`);
    for (const { category, nomineeId } of rows(body["categories"]))
      if (nomineeId === null) await person.post(`/api/categories/${category!["id"]}/skip`, {});
  }
  const closed = await crew[0].post(`/api/trips/${tripId}/night/close`, {});
  if (closed.status !== 200) throw new Error(`The night did not close: ${closed.text}`);
}

/** Plans the night of a trip, unless it has one, lets its time come, and starts the show. */
export async function startShowOf({ database }: TestApp, host: Client, trip: string): Promise<void> {
  const night = `/api/trips/${trip}/night`;
  await host.post(night, { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" });
  const past = new Date(Date.now() - 1000);
  await database.db.updateTable("nights").set({ starts_at: past }).where("trip_id", "=", trip).execute();
  const { status, text } = await host.post(`${night}/start`, {});
  if (status !== 200) throw new Error(`No show: ${text}`);
}
