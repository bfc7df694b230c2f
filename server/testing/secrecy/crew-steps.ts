import type { Life, Step } from "./life.ts";
import { hidesOfOwn } from "./own-pages.ts";
import type { Person } from "./two-worlds.ts";

/** Lets a person join the squad by its link. False if an admin has removed them from a public squad. */
export async function joinSquad({ worlds, ana, squad }: Life, person: Person): Promise<boolean> {
  const path = "/api/squads/{squad}";
  const page = await worlds.call({ method: "GET", path, who: ana, without: hidesOfOwn[path]! });
  const codes = page.bodies.map((body) => {
    const { inviteUrl } = (body as { squad: { inviteUrl: string } }).squad;
    return new URL(inviteUrl).searchParams.get("invite") ?? undefined;
  });
  const joined = await worlds.call({
    method: "POST",
    path: "/api/trips/{squad}/join",
    who: person,
    body: {},
    differing: [{ invite: codes[0] }, { invite: codes[1] }],
  });
  if (joined.status === 403) return false;
  if (joined.status !== 200) throw new Error(`${person.name} could not join`);
  squad.add(person);
  return true;
}

/** What becomes of the crew. */
export function crewSteps(life: Life): readonly Step[] {
  const { worlds, ana, squad, crew, gone, below, pick, here, post, findSecrets, nomineeOf, comesOn, goesOff } = life;
  /** Somebody to leave: often the nominee of the secret ballot, because their departure could give it away. */
  const pickLeaver = () => (below(2) === 0 ? nomineeOf(findSecrets()) : undefined) ?? pick(here());

  const leaveTrip = async () => {
    const person = pickLeaver();
    const { status } = await post(person, "/api/trips/{trip}/leave");
    if (status === 200) goesOff(person);
    return `${person.name} leaves the trip: ${status}`;
  };
  const takeOff = async () => {
    const person = pickLeaver();
    const path = `/api/trips/{trip}/members/${person.id}`;
    const { status } = await worlds.call({ method: "DELETE", path, who: ana });
    if (status === 204) goesOff(person);
    return `Ana takes ${person.name} off the crew: ${status}`;
  };
  const editCrew = async () => {
    const wanted = [...new Set([...crew, pick([...squad])])];
    const body = { userIds: wanted.map(({ id }) => id) };
    const { status } = await worlds.call({ method: "PUT", path: "/api/trips/{trip}/members", who: ana, body });
    if (status === 200) for (const person of wanted) comesOn(person);
    return `Ana sets the crew to ${wanted.map(({ name }) => name).join(", ")}: ${status}`;
  };
  const leaveSquad = async () => {
    const person = pick([...squad]);
    if (person === ana || life.gone.has(person)) return "nothing";
    const how = below(3);
    const member = `/api/squads/{squad}/members/${person.id}`;
    if (how === 0) await post(person, "/api/squads/{squad}/leave");
    else await worlds.call({ method: "DELETE", path: how === 1 ? `${member}?trips=leave` : member, who: ana });
    squad.delete(person);
    if (how < 2) goesOff(person);
    return `${person.name} ${["leaves the squad", "is removed", "is removed and stays on the trip"][how]}`;
  };
  const join = async () => {
    const strangers = here().filter((one) => !squad.has(one));
    if (strangers.length === 0) return "nothing";
    const person = pick(strangers);
    const isIn = await joinSquad(life, person);
    if (isIn) comesOn(person);
    return `${person.name} ${isIn ? "joins" : "cannot join"} the squad`;
  };
  const deleteAccount = async () => {
    const person = pickLeaver();
    if (person === ana) return "nothing";
    const body = { confirm: person.isSeat ? person.name : person.email };
    const { status } = await worlds.call({ method: "DELETE", path: "/api/account", who: person, body });
    if (status !== 204) throw new Error(`The account of ${person.name} was not deleted`);
    goesOff(person);
    squad.delete(person);
    gone.add(person);
    return `${person.name} deletes their account`;
  };
  const remind = async () => {
    const answer = await post(ana, "/api/trips/{trip}/vote-reminders");
    // On a new trip on which nobody else has voted, nobody is reminded.
    const { reminded = 0 } = answer.bodies[0] as { reminded?: number };
    await worlds.compareMails(reminded);
    return `Ana reminds ${reminded} more people`;
  };
  return [leaveTrip, takeOff, editCrew, editCrew, leaveSquad, join, deleteAccount, remind, remind];
}
