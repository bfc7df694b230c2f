import type { TestApp, TestPerson } from "./app.ts";

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
