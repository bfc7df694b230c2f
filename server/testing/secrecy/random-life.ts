import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { reasonToStayOpen } from "../../awards/closing.ts";
import {
  type Ballots,
  type PlannedNight,
  closed,
  countsOf,
  newBallots,
  published,
  sealed,
  skipped,
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

/** An award as the plain rules say it is in each of the two worlds. */
type Award = readonly [Ballots, Ballots];

/** Whether the results of an award differ between the worlds: a secret has come out. */
const isUneven = ([one, other]: Award): boolean =>
  one.isComplete !== other.isComplete ||
  (one.counted === null) !== (other.counted === null) ||
  !isDeepStrictEqual(countsOf(one), countsOf(other));

/** A ballot that differs between the worlds. */
interface Secret {
  readonly label: string;
  readonly voter: string;
  /** The nominee in each world; null for a void ballot, `skipped` for a skip. */
  readonly answers: readonly [string | null, string | null];
}

export interface LifeOptions {
  readonly steps: number;
  /** Everybody makes every call after each step. Otherwise one person does, and the others open their ballots. */
  readonly isThorough: boolean;
}

const maxAwards = 3;
/** Calls at a time. Of hundreds at once, some would wait for a connection to the database longer than the server lets them. */
const atOnce = 24;
const names = ["Ana", "Bo", "Cleo", "Dora", "Eve", "Fin", "Gus", "Hal", "Ivy", "Jo"];

/**
 * Lives a random life of a trip in both worlds at once and compares everything that they show after each step. Now and then one person
 * answers otherwise in the second world, and often a second one then answers the other way round, so that the two have exchanged their
 * choices. An exchange outlives every reveal; otherwise the life ends when the results differ. Returns the number of secrets, and of
 * results that came out without telling one.
 */
export async function liveRandomly(worlds: TwoWorlds, seed: number, { steps, isThorough }: LifeOptions, log: string[]) {
  const below = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const founders = 2 + below(7);
  // Two more people: they join later, or never. One of them is a second account of Ana.
  const everybody = await worlds.addPeople([...names.slice(0, founders + 1), "Ana again"]);
  worlds.begin(everybody);
  const [ana] = everybody as [Person];
  const isPublic = below(2) === 0;

  const squad = new Set<Person>([ana]);
  const crew = new Set<Person>();
  const gone = new Set<Person>();
  let night: "none" | "planned" | "sealed" | "live" | "over" = "none";
  /** The night lets nobody vote for themselves. */
  let isForOthers = false;
  let planned: PlannedNight = { noSelfVotes: false, showsCounts: true };
  /** The people who came onto the crew today. */
  const newcomers = new Set<string>();
  /** The people who have chosen anew in one world alone, since the last comparison. */
  const choseAlone = new Set<string>();
  const awards = new Map<string, Award>();
  let made = 0;
  let secrets = 0;
  let kept = 0;

  const post = (who: Person, path: string, body: object = {}) => worlds.call({ method: "POST", path, who, body });
  const here = () => everybody.filter((person) => !gone.has(person));
  const changeAwards = (to: (ballots: Ballots) => Ballots) => {
    for (const [label, [one, other]] of awards) awards.set(label, [to(one), to(other)]);
  };
  const comesOn = (person: Person) => {
    if (crew.has(person)) return;
    crew.add(person);
    newcomers.add(person.id);
    changeAwards((ballots) => withMember(ballots, person.id));
  };
  const goesOff = (person: Person) => {
    if (crew.delete(person)) changeAwards((ballots) => withoutMember(ballots, person.id));
  };
  /** The ballots that differ. A destroyed ballot does not. */
  const findSecrets = (): Secret[] =>
    [...awards].flatMap(([label, [one, other]]) =>
      [...one.votes].flatMap(([voter, nominee]) => {
        const otherNominee = other.votes.get(voter) ?? null;
        return otherNominee === nominee ? [] : [{ label, voter, answers: [nominee, otherNominee] as const }];
      }),
    );
  const isSecretOf = (person: Person, label: string) =>
    findSecrets().some((secret) => secret.voter === person.id && secret.label === label);
  const nomineeOf = ([secret]: readonly Secret[]) => here().find(({ id }) => id === secret?.answers[0]);
  /** Somebody to leave: often the nominee of the secret ballot, because their departure could give it away. */
  const pickLeaver = () => (below(2) === 0 ? nomineeOf(findSecrets()) : undefined) ?? pick(here());

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
    const ballots = newBallots([...crew].map(({ id }) => id));
    const award = night === "planned" ? withNight(ballots, planned) : ballots;
    awards.set(label, [award, award]);
    return label;
  }

  const withAnswer = (ballots: Ballots, voter: string, answer: string) =>
    answer === skipped ? withSkip(ballots, voter) : withVote(ballots, voter, answer);

  /** Answers an award, in each world with one of these answers: the id of a nominee, or `skipped`. Returns the status. */
  async function answer(label: string, voter: Person, answers: readonly [string, string]): Promise<number> {
    const [one, other] = awards.get(label)!;
    const after: Award = [withAnswer(one, voter.id, answers[0]), withAnswer(other, voter.id, answers[1])];
    const isSkip = (which: 0 | 1) => answers[which] === skipped;
    const hidesAll = isSkip(0) !== isSkip(1) || isUneven(after);
    const pathOf = (which: 0 | 1) => `/api/categories/{${label}}/${isSkip(which) ? "skip" : "vote"}`;
    const bodyOf = (which: 0 | 1) => (isSkip(which) ? {} : { nomineeId: answers[which] });
    const { status } = await worlds.call({
      method: "POST",
      path: [pathOf(0), pathOf(1)],
      who: voter,
      body: {},
      differing: [bodyOf(0), bodyOf(1)],
      without: (body) => (hidesAll ? null : { ...(body as object), nomineeId: null }),
    });
    if (status === 200) awards.set(label, after);
    return status;
  }

  /** The nominees whom a voter may choose in both worlds. */
  const choicesOf = (label: string, voter: Person) =>
    [...crew].filter(
      (person) =>
        !(isForOthers && person === voter) &&
        awards.get(label)!.every((award) => takesVote(award, voter.id, person.id) && !award.isComplete),
    );

  const vote = async () => {
    if (awards.size === 0) return `adds ${await addAward()}`;
    const label = pick([...awards.keys()]);
    const [one] = awards.get(label)!;
    const voter = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(here());
    // Once the results are out, a voter who changes one of two different ballots tells them. The page warns of it.
    if (one.isComplete && isSecretOf(voter, label)) return "nothing";
    const nominee = below(8) > 0 && crew.size > 0 ? pick([...crew]) : pick(everybody);
    const choices = night === "sealed" ? [] : choicesOf(label, voter);
    const mayDiffer = findSecrets().length === 0 && choices.includes(nominee) && below(3) > 0;
    const others = choices.filter((person) => person !== nominee).map(({ id }) => id);
    const secretly = mayDiffer ? [...others, ...(night === "planned" ? [skipped] : [])] : [];
    const answers = [nominee.id, secretly.length > 0 ? pick(secretly) : nominee.id] as const;
    if (answers[0] !== answers[1]) secrets++;
    return `${voter.name} votes in ${label} for ${answers.map(nameOf).join(" or ")}: ${await answer(label, voter, answers)}`;
  };
  const nameOf = (id: string) => everybody.find((person) => person.id === id)?.name ?? id;

  /** Somebody gives the answers of the secret ballot the other way round. */
  const exchange = async () => {
    const [secret, ...more] = findSecrets();
    if (!secret || more.length > 0 || night === "sealed") return vote();
    const { label, answers } = secret;
    const isTaken = (voter: Person, id: string | null) =>
      id !== null && (id === skipped ? night === "planned" : choicesOf(label, voter).some((one) => one.id === id));
    const voters = [...crew].filter(
      (voter) => voter.id !== secret.voter && answers.every((nominee) => isTaken(voter, nominee)),
    );
    if (voters.length === 0 || awards.get(label)!.some(({ isComplete }) => isComplete)) return vote();
    const voter = pick(voters);
    const status = await answer(label, voter, [answers[1]!, answers[0]!]);
    return `${voter.name} votes in ${label} the other way round: ${status}`;
  };

  /** All who have not answered an award vote on it: often one with a secret ballot, which is exchanged first. */
  const everybodyVotes = async () => {
    const label = findSecrets()[0]?.label ?? [...awards.keys()][0];
    if (!label || night === "sealed") return vote();
    const did = findSecrets().length === 1 ? [await exchange()] : [];
    for (const voter of crew) {
      const [one] = awards.get(label)!;
      const choices = choicesOf(label, voter);
      if (one.votes.has(voter.id) || choices.length === 0) continue;
      const { id } = pick(choices);
      did.push(`${voter.name} votes in ${label}: ${await answer(label, voter, [id, id])}`);
    }
    return did.join(", ") || "nothing";
  };

  /** The voter of a ballot that is void in one world chooses anew, in that world alone, what they chose in the other. */
  const chooseAnew = async () => {
    const secret = findSecrets().find(({ answers }) => answers.includes(null));
    const voter = here().find(({ id }) => id === secret?.voter);
    if (!secret || !voter || night === "sealed") return vote();
    const { label, answers } = secret;
    const which = answers[0] === null ? 0 : 1;
    const nominee = answers[1 - which];
    const award = [...awards.get(label)!] as [Ballots, Ballots];
    if (typeof nominee !== "string" || nominee === skipped || award[which].isComplete) return vote();
    const path = `/api/categories/{${label}}/vote`;
    const { status } = await worlds.callOne({ method: "POST", path, who: voter, body: { nomineeId: nominee } }, which);
    if (status === 200) {
      award[which] = withVote(award[which], voter.id, nominee);
      awards.set(label, award);
      choseAlone.add(voter.id);
    }
    return `${voter.name} chooses anew in ${label}: ${status}`;
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
    const [label, award] = pick([...awards]) ?? ["", undefined];
    if (!award) return "nothing";
    const who = below(4) > 0 ? ana : pick(here());
    const [one] = award;
    const after = award.map(closed) as unknown as Award;
    const path = `/api/categories/{${label}}/close`;
    const without = (body: unknown) => (isUneven(after) ? null : body);
    const { status } = await worlds.call({ method: "POST", path, who, body: {}, without });
    const settled = [...one.votes.keys()].filter((voter) => voter !== ana.id && !newcomers.has(voter));
    const facts = {
      votesReceived: one.votes.size,
      settledVotes: settled.length,
      crewCount: crew.size,
      largestCrew: one.largestCrew,
    };
    const isPlain = night === "none" || night === "over";
    const mayClose = isPlain && (one.isComplete || reasonToStayOpen(facts) === null);
    if (who === ana && (status === 200) !== mayClose) throw new Error(`The close of ${label} answered ${status}`);
    if (status === 200) awards.set(label, after);
    return `${who.name} closes ${label}: ${status}`;
  };
  const passDay = async () => {
    await worlds.change(
      (trip) => sql`update trip_members set joined_at = joined_at - interval '1 day' where trip_id = ${trip}`,
    );
    newcomers.clear();
    return "A day passes";
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
    const secrets = findSecrets().filter((one) => one.label === label);
    const who = (below(2) === 0 && nomineeOf(secrets)) || pick(here());
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
    const wanted = { noSelfVotes: below(3) === 0, showsCounts: below(3) > 0 };
    // The last one is too soon.
    const startsAt = pick(["2090-07-12T20:00:00Z", "2090-07-13T21:00:00Z", new Date(Date.now() + 300_000).toJSON()]);
    const isEdit = night === "planned";
    const { status } = await worlds.call({
      method: isEdit ? "PUT" : "POST",
      path: "/api/trips/{trip}/night",
      who,
      body: { startsAt, timeZone: "Europe/Lisbon", ...wanted },
      without: withoutAnswers,
    });
    if (status < 300) {
      night = "planned";
      planned = wanted;
      isForOthers = wanted.noSelfVotes;
      changeAwards((award) => withNight(award, wanted));
    }
    return `${who.name} ${isEdit ? "changes" : "plans"} the night ${JSON.stringify(wanted)} at ${startsAt}: ${status}`;
  };
  const skip = async () => {
    const label = pick([...awards.keys()]);
    if (!label) return "nothing";
    const voter = pick(crew.size > 0 ? [...crew] : here());
    return `${voter.name} skips ${label}: ${await answer(label, voter, [skipped, skipped])}`;
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
  const sealAll = () => {
    changeAwards(sealed);
    night = "sealed";
  };
  const closeNight = async () => {
    const { status } = await post(ana, "/api/trips/{trip}/night/close", { confirm: below(3) > 0 });
    if (status === 200) sealAll();
    return `Ana closes the night: ${status}`;
  };
  const startShow = async () => {
    // Sometimes the planned time closes the vote, however few have answered.
    const isTime = night === "planned" && below(2) === 0;
    if (isTime)
      await worlds.change(
        (trip) => sql`update nights set starts_at = now() - interval '1 second' where trip_id = ${trip}`,
      );
    const { status } = await post(ana, "/api/trips/{trip}/night/start");
    if (isTime) sealAll();
    if (status === 200 && night === "sealed") night = "live";
    return `Ana starts the show${isTime ? " at its time" : ""}: ${status}`;
  };
  /** A secret ballot shows in the cards after the title, so the life ends there, unless the cards are the same. */
  const playShow = async () => {
    if (night !== "live") return startShow();
    changeAwards(published);
    night = "over";
    if (isTold()) return "The show tells";
    for (let position = 0, isLast = false; !isLast; position++) {
      const next = await post(ana, "/api/trips/{trip}/night/next", { position });
      ({ isLast } = next.bodies[0] as { isLast: boolean });
    }
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
    passDay,
  ];
  const votes = [
    ...Array.from({ length: 6 }, () => vote),
    ...Array.from({ length: 3 }, () => exchange),
    ...Array.from({ length: 4 }, () => everybodyVotes),
    chooseAnew,
  ];
  const kinds = [...votes, ...steady, ...nightly, deleteAccount];

  /** Hides the secret ballots from the ballot of their voter. */
  const withoutBallots = (labels: ReadonlySet<string>) => (body: unknown) => {
    const page = body as { categories: { category: { name: string } }[] };
    for (const one of page.categories)
      if (labels.has(one.category.name)) Object.assign(one, { nomineeId: null, isVoid: null, isSkipped: null });
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

  /** A secret ballot has come out. */
  const isTold = () => [...awards.values()].some(isUneven);

  async function compareAll() {
    const secretsOf = Map.groupBy(findSecrets(), ({ voter }) => voter);
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
      const own = new Set(who && secretsOf.get(who.id)?.map(({ label }) => label));
      const myVotes = [...own].map((label) => `/api/categories/{${label}}/my-vote`);
      if (own.size > 0 && [...myVotes, "/api/account/export"].includes(path)) return;
      const hide = own.size > 0 && (path === "/api/trips/{trip}/ballot" ? withoutBallots(own) : hidesOfOwn[path]);
      await worlds.call({ method: "GET", path, who, ...(hide && { without: hide }) });
    };
    const all = isThorough ? [...asked, ...visits] : asked;
    for (let next = 0; next < all.length; next += atOnce)
      await Promise.all(all.slice(next, next + atOnce).map(compare));
    worlds.compareHints(choseAlone);
    choseAlone.clear();
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
    const secret = [...new Set(findSecrets().map(({ label }) => label))].filter(
      (label) => !awards.get(label)![0].isComplete,
    );
    log.push(awards.size < maxAwards && below(12) === 0 ? `adds ${await addAward()}` : await pick(kinds)());
    if (isTold()) break;
    await compareAll();
    kept += secret.filter((label) => awards.get(label)?.[0].isComplete).length;
  }
  return { secrets, kept };
}
