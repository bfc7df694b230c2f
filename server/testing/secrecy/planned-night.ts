import type { Person, TwoWorlds } from "./two-worlds.ts";
import { nextYearsEvening } from "../evening.ts";

const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" };

/** Makes a `{squad}` of these people in both worlds, with a `{trip}`, one `{award}` and a planned night. The first runs it. */
export async function beginNight(worlds: TwoWorlds, names: readonly string[]): Promise<Person[]> {
  const people = await worlds.addPeople(names);
  worlds.begin(people);
  const [ana, ...others] = people as [Person, ...Person[]];
  const post = async (path: string, body: object) => {
    const answer = await worlds.call({ method: "POST", path, who: ana, body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const days = { startDate: "2090-07-04", endDate: "2090-07-11" };
  worlds.name("squad", await post("/api/squads", { name: "Squad" }));
  for (const person of others) await join(worlds, ana, person);
  worlds.name("trip", await post("/api/trips", { squadId: "{squad}", name: "Trip", location: "Portugal", ...days }));
  worlds.name("award", await post("/api/trips/{trip}/categories", { name: "Best Wipeout", description: "For it" }));
  await post("/api/trips/{trip}/night", plan);
  return people;
}

async function join(worlds: TwoWorlds, admin: Person, person: Person) {
  const page = await worlds.call({ method: "GET", path: "/api/squads/{squad}", who: admin });
  const codes = page.bodies.map((body) => {
    const { inviteUrl } = (body as { squad: { inviteUrl: string } }).squad;
    return { invite: new URL(inviteUrl).searchParams.get("invite") };
  });
  const path = "/api/trips/{squad}/join";
  await worlds.call({ method: "POST", path, who: person, body: {}, differing: [codes[0]!, codes[1]!] });
}

/** Shows all cards of a closed night. */
export async function playNight(worlds: TwoWorlds, host: Person): Promise<void> {
  const post = async (step: string, body: object) => {
    const { bodies } = await worlds.call({ method: "POST", path: `/api/trips/{trip}/night/${step}`, who: host, body });
    return (bodies[0] as { isLast: boolean }).isLast;
  };
  let isLast = await post("start", {});
  for (let position = 0; !isLast; position++) isLast = await post("next", { position });
}
