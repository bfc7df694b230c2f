import { reasonToStayOpen } from "#contract/closing.ts";
import {
  type Ballots,
  closed,
  published,
  sealed,
  takesVote,
  withMember,
  withNight,
  withSkip,
  withVote,
  withoutMember,
  withoutName,
  withoutNight,
} from "../../awards/tally.ts";
import { seeded } from "../../stand-ins/seeded.ts";
import { type Person, type TwoWorlds, readsOf } from "./two-worlds.ts";

/** Hides how many awards the viewer of a night has not answered: a void ballot is no answer. */
const withoutAnswers = (body: unknown) => ({ ...(body as object), awardsToAnswer: null });

/** Makes the votes for oneself in an open award void. */
const withoutSelfVotes = (ballots: Ballots): Ballots =>
  ballots.isComplete
    ? ballots
    : { ...ballots, votes: new Map([...ballots.votes].map(([voter, to]) => [voter, voter === to ? null : to])) };

/** An award as the plain rules say it is in each of the two worlds. */
type Award = readonly [Ballots, Ballots];

export interface LifeOptions {
  readonly steps: number;
  /** Everybody makes every call after each step. Otherwise one person does, and the others open their ballots. */
  readonly isThorough: boolean;
}

const maxAwards = 3;
/** Calls at a time. Of hundreds at once, some would wait for a connection to the database longer than the server lets them. */
const atOnce = 24;
const names = ["Ana", "Bo", "Cleo", "Dora", "Eve", "Fin", "Gus", "Hal", "Ivy", "Jo", "Kim"];

/**
 * Lives a random life of a trip in both worlds at once and compares everything that they show after each step. Now and
 * then one person votes for another nominee in the second world. The life ends when that award is revealed. Returns the
 * number of such votes.
 */
export async function liveRandomly(worlds: TwoWorlds, seed: number, { steps, isThorough }: LifeOptions, log: string[]) {
  const below = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const founders = 2 + below(8);
  // Two more people: they join later, or never.
  const everybody = await worlds.addPeople(names.slice(0, founders + 2));
  worlds.begin(everybody);
  const [ana] = everybody as [Person];
  const isPublic = below(2) === 0;

  const squad = new Set<Person>([ana]);
  const crew = new Set<Person>();
  const gone = new Set<Person>();
  let night: "none" | "planned" | "sealed" | "live" | "over" = "none";
  /** The night lets nobody vote for themselves. */
  let isForOthers = false;
  const awards = new Map<string, Award>();
  let made = 0;
  let secrets = 0;

  const post = (who: Person, path: string, body: object = {}) => worlds.call({ method: "POST", path, who, body });
  const here = () => everybody.filter((person) => !gone.has(person));
  const changeAwards = (to: (ballots: Ballots) => Ballots) => {
    for (const [label, [one, other]] of awards) awards.set(label, [to(one), to(other)]);
  };
  const comesOn = (person: Person) => {
    if (crew.has(person)) return;
    crew.add(person);
    changeAwards((ballots) => withMember(ballots, person.id));
  };
  const goesOff = (person: Person) => {
    if (crew.delete(person)) changeAwards((ballots) => withoutMember(ballots, person.id));
  };
  /** The award and the voter whose ballot differs, with its nominee in the first world. */
  const difference = () => {
    for (const [label, [one, other]] of awards)
      for (const [voter, nominee] of one.votes)
        if (other.votes.get(voter) !== nominee) return { label, voter, nominee, one };
    return undefined;
  };
  /** Somebody to leave: often the nominee of the secret ballot, because their departure could give it away. */
  const pickLeaver = () => {
    const nominee = difference()?.nominee;
    return here().find(({ id }) => id === nominee && below(2) === 0) ?? pick(here());
  };

  async function joinSquad(person: Person) {
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
    if (joined.status !== 200) throw new Error(`${person.name} could not join`);
    squad.add(person);
  }

  async function addAward() {
    const label = `award${++made}`;
    const added = await post(pick([...squad]), "/api/trips/{trip}/categories", { name: label, description: "For it" });
    if (added.status !== 201) return `nothing: ${added.status}`;
    worlds.name(label, added);
    const ballots: Ballots = {
      crew: [...crew].map(({ id }) => id),
      votes: new Map(),
      isClosed: false,
      isComplete: false,
      declined: new Set(),
    };
    const award = night === "planned" ? withNight(ballots) : ballots;
    awards.set(label, [award, award]);
    return label;
  }

  async function voteOn(label: string, voter: Person, nominee: Person, secretly: Person) {
    const [one, other] = awards.get(label)!;
    const answer = await worlds.call({
      method: "POST",
      path: `/api/categories/{${label}}/vote`,
      who: voter,
      body: {},
      differing: [{ nomineeId: nominee.id }, { nomineeId: secretly.id }],
      without: (body) => ({ ...(body as object), nomineeId: null }),
    });
    if (answer.status !== 200) return `${answer.status}`;
    awards.set(label, [withVote(one, voter.id, nominee.id), withVote(other, voter.id, secretly.id)]);
    return "200";
  }

  const vote = async () => {
    if (awards.size === 0) return `adds ${await addAward()}`;
    const label = pick([...awards.keys()]);
    const [one] = awards.get(label)!;
    const voter = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(here());
    const nominee = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(everybody);
    // A nominee who is off the ballot is refused in one world alone, and that is no secret.
    const others = [...crew].filter(
      (person) => person !== nominee && !(isForOthers && person === voter) && !one.declined.has(person.id),
    );
    const isAllowed = !(isForOthers && nominee === voter) && night !== "sealed";
    const mayDiffer =
      isAllowed && !difference() && others.length > 0 && takesVote(one, voter.id, nominee.id) && !one.isComplete;
    const secretly = mayDiffer && below(3) > 0 ? pick(others) : nominee;
    if (secretly !== nominee) secrets++;
    const status = await voteOn(label, voter, nominee, secretly);
    const choice = secretly === nominee ? nominee.name : `${nominee.name} or secretly ${secretly.name}`;
    return `${voter.name} votes for ${choice} in ${label}: ${status}`;
  };
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
    if (person === ana) return "nothing";
    const how = below(3);
    const member = `/api/squads/{squad}/members/${person.id}`;
    if (how === 0) await post(person, "/api/squads/{squad}/leave");
    else await worlds.call({ method: "DELETE", path: how === 1 ? `${member}?trips=leave` : member, who: ana });
    squad.delete(person);
    if (how < 2) goesOff(person);
    return `${person.name} ${["leaves the squad", "is removed", "is removed and stays on the trip"][how]}`;
  };
  const join = async () => {
    const person = here().find((one) => !squad.has(one));
    if (!person) return "nothing";
    await joinSquad(person);
    comesOn(person);
    return `${person.name} joins the squad`;
  };
  const deleteAccount = async () => {
    const person = pickLeaver();
    if (person === ana) return "nothing";
    const body = { confirm: person.email };
    const { status } = await worlds.call({ method: "DELETE", path: "/api/account", who: person, body });
    if (status !== 204) throw new Error(`The account of ${person.name} was not deleted`);
    goesOff(person);
    squad.delete(person);
    gone.add(person);
    return `${person.name} deletes their account`;
  };
  const close = async () => {
    const [label, [one]] = pick([...awards]) ?? ["", []];
    if (!one) return "nothing";
    const who = below(4) > 0 ? ana : pick(here());
    const { status } = await post(who, `/api/categories/{${label}}/close`);
    const isPlain = night === "none" || night === "over";
    const mayClose = isPlain && (one.isComplete || reasonToStayOpen(one.votes.size, crew.size) === null);
    if (who === ana && (status === 200) !== mayClose) throw new Error(`The close of ${label} answered ${status}`);
    if (status === 200) awards.set(label, awards.get(label)!.map(closed) as unknown as Award);
    return `${who.name} closes ${label}: ${status}`;
  };
  const deleteAward = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const who = below(3) > 0 ? pick(here()) : ana;
    const { status } = await worlds.call({ method: "DELETE", path: `/api/categories/{${label}}`, who });
    if (status === 204) awards.delete(label);
    return `${who.name} deletes ${label}: ${status}`;
  };
  /** Often the nominee of the secret ballot takes their name off: in one world a vote becomes void, in the other none does. */
  const decline = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const secret = difference();
    const isAimed = secret?.label === label && below(2) === 0;
    const who = (isAimed && here().find(({ id }) => id === secret.nominee)) || pick(here());
    const path = `/api/categories/{${label}}/not-for-me`;
    const { status } = await worlds.call({ method: "PUT", path, who });
    if (status === 204)
      awards.set(label, awards.get(label)!.map((ballots) => withoutName(ballots, who.id)) as unknown as Award);
    return `${who.name} takes their name off ${label}: ${status}`;
  };
  const remind = async () => {
    const answer = await post(ana, "/api/trips/{trip}/vote-reminders");
    const { reminded } = answer.bodies[0] as { reminded: number };
    await worlds.compareMails(reminded);
    return `Ana reminds ${reminded} more people`;
  };
  const planNight = async () => {
    const who = below(4) > 0 ? ana : pick(here());
    const noSelfVotes = below(3) === 0;
    const plan = { startsAt: "2090-07-12T20:00:00Z", timeZone: "Europe/Lisbon", noSelfVotes };
    const isEdit = night === "planned";
    const path = "/api/trips/{trip}/night";
    const { status } = await worlds.call({
      method: isEdit ? "PUT" : "POST",
      path,
      who,
      body: plan,
      without: withoutAnswers,
    });
    if (status === 201) changeAwards(withNight);
    if (status < 300) {
      night = "planned";
      isForOthers = noSelfVotes;
      if (noSelfVotes) changeAwards(withoutSelfVotes);
    }
    return `${who.name} ${isEdit ? "changes" : "plans"} the night${noSelfVotes ? " without votes for oneself" : ""}: ${status}`;
  };
  const skip = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const voter = pick(crew.size > 0 ? [...crew] : here());
    const { status } = await post(voter, `/api/categories/{${label}}/skip`);
    if (status === 200) {
      const [one, other] = awards.get(label)!;
      awards.set(label, [withSkip(one, voter.id), withSkip(other, voter.id)]);
    }
    return `${voter.name} skips ${label}: ${status}`;
  };
  const callOff = async () => {
    if (below(3) > 0) return "nothing";
    const { status } = await worlds.call({ method: "DELETE", path: "/api/trips/{trip}/night", who: ana });
    if (status === 204) {
      night = "none";
      isForOthers = false;
      changeAwards(withoutNight);
    }
    return `Ana calls the night off: ${status}`;
  };
  const closeNight = async () => {
    const { status } = await post(ana, "/api/trips/{trip}/night/close", { confirm: below(3) > 0 });
    if (status === 200) {
      night = "sealed";
      changeAwards((award) => sealed(award, true));
    }
    return `Ana closes the night: ${status}`;
  };
  const startShow = async () => {
    const { status } = await post(ana, "/api/trips/{trip}/night/start");
    if (status === 200 && night === "sealed") night = "live";
    return `Ana starts the show: ${status}`;
  };
  /** A secret ballot shows in the cards after the title, so the life ends there. */
  const playShow = async () => {
    if (night !== "live") return startShow();
    if (difference()) {
      night = "over";
      return "The show tells";
    }
    for (let position = 0; night === "live"; position++) {
      const next = await post(ana, "/api/trips/{trip}/night/next", { position });
      if ((next.bodies[0] as { isLast: boolean }).isLast) night = "over";
    }
    changeAwards(published);
    return "The show plays to its end";
  };
  const nightly = [planNight, planNight, skip, skip, callOff, closeNight, playShow];
  const steady = [
    decline,
    decline,
    leaveTrip,
    takeOff,
    editCrew,
    editCrew,
    leaveSquad,
    join,
    close,
    deleteAward,
    remind,
    remind,
  ];
  const kinds = [...Array.from({ length: 9 }, () => vote), ...steady, ...nightly, deleteAccount];

  /** Hides the secret ballot from the pages of its voter. */
  const withoutBallot = (label: string) => (body: unknown) => {
    const page = body as { categories: { category: { name: string }; nomineeId: unknown; isVoid: unknown }[] };
    for (const one of page.categories)
      if (one.category.name === label) Object.assign(one, { nomineeId: null, isVoid: null });
    return page;
  };

  /** Hides how many awards the viewer of a page has to vote on: a void ballot counts as none. */
  const withoutCount = (trip: object) => ({ ...trip, awardsToVoteOn: null });
  const hidesOfOwn: Readonly<Record<string, (body: unknown) => unknown>> = {
    "/api/trips/{trip}": (body) => {
      const page = body as { trip: object };
      return { ...page, trip: withoutCount(page.trip) };
    },
    "/api/squads/{squad}": (body) => {
      const page = body as { trips: object[] };
      return { ...page, trips: page.trips.map(withoutCount) };
    },
    "/api/squads/{squad}/trips": (body) => (body as object[]).map(withoutCount),
    "/api/trips": (body) => (body as object[]).map(withoutCount),
    "/api/dashboard": (body) => {
      const page = body as { trips: object[] };
      return { ...page, trips: page.trips.map(withoutCount) };
    },
    "/api/trips/{trip}/night": withoutAnswers,
    "/api/trips/{trip}/awards": (body) => withoutCount(body as object),
    "/api/awards/all": (body) => (body as object[]).map(withoutCount),
  };

  /** The secret ballot has come out. */
  const isTold = () => {
    const secret = difference();
    return secret !== undefined && (secret.one.isComplete || night === "over");
  };

  async function compareAll() {
    // Once a night has closed, not even the voter can read the ballot.
    const secret = night === "sealed" || night === "live" ? undefined : difference();
    const reads = readsOf({
      trips: ["{trip}"],
      squads: ["{squad}"],
      categories: [...awards.keys()].map((label) => `{${label}}`),
      users: everybody.map(({ id }) => id),
    });
    const prober = pick(here());
    const asked = here().flatMap((who) =>
      (isThorough || who === prober ? reads : ["/api/trips/{trip}/ballot"]).map((path) => ({
        who,
        path,
      })),
    );
    const visits = reads.map((path) => ({ who: null, path }));
    const compare = async ({ who, path }: { who: Person | null; path: string }) => {
      const isOwn = secret && who?.id === secret.voter;
      if (isOwn && (path === `/api/categories/{${secret.label}}/my-vote` || path === "/api/account/export")) return;
      const hide = isOwn && (path === "/api/trips/{trip}/ballot" ? withoutBallot(secret.label) : hidesOfOwn[path]);
      await worlds.call({ method: "GET", path, who, ...(hide && { without: hide }) });
    };
    const all = isThorough ? [...asked, ...visits] : asked;
    for (let next = 0; next < all.length; next += atOnce)
      await Promise.all(all.slice(next, next + atOnce).map(compare));
    worlds.compareHints();
  }

  worlds.name("squad", await post(ana, "/api/squads", { name: `Squad ${seed}`, isPublic }));
  for (const person of everybody.slice(1, founders)) await joinSquad(person);
  const days = { startDate: "2090-07-04", endDate: "2090-07-11" };
  worlds.name(
    "trip",
    await post(ana, "/api/trips", { squadId: "{squad}", name: "Trip", location: "Portugal", ...days }),
  );
  for (const person of squad) crew.add(person);
  await addAward();
  if (below(2) === 0) await addAward();

  for (let step = 0; step < steps; step++) {
    log.push(awards.size < maxAwards && below(12) === 0 ? `adds ${await addAward()}` : await pick(kinds)());
    if (isTold()) break;
    await compareAll();
  }
  worlds.compareHints();
  return secrets;
}
