import { isDeepStrictEqual } from "node:util";
import {
  type Ballots,
  type PlannedNight,
  type UndoneMerge,
  countsOf,
  newBallots,
  withMember,
  withNight,
  withoutMember,
} from "./ballot-model.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import type { Answer, Person, TwoWorlds } from "./two-worlds.ts";

/** An award as the plain rules say it is in each of the two worlds. */
export type Award = readonly [Ballots, Ballots];

/** Whether the results of an award differ between the worlds: a secret has come out. */
export const isUneven = ([one, other]: Award): boolean =>
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

/** Does something in both worlds, and says what. */
export type Step = () => Promise<string>;

/** Hides how many awards the viewer of a night has not answered: a void ballot is no answer. */
export const withoutAnswers = (body: unknown) => ({ ...(body as object), awardsToAnswer: null });

const names = ["Ana", "Bo", "Cleo", "Dora", "Eve", "Fin", "Gus", "Hal", "Ivy", "Jo"];

/** A merge that can be undone, and what it found in each award and in each world. */
export interface MadeMerge {
  readonly from: Person;
  readonly into: Person;
  readonly by: Person;
  readonly found: ReadonlyMap<string, readonly [UndoneMerge, UndoneMerge]>;
  /** The person was on the crew, and the other was not. */
  readonly place: UndoneMerge["place"];
  readonly joinedSquad: boolean;
}

/** A trip in both worlds, and what the plain rules say of it. Ana made its squad, and runs it. */
export interface Life {
  readonly worlds: TwoWorlds;
  readonly ana: Person;
  readonly everybody: readonly Person[];
  /** The people who belong to the squad at first. */
  readonly founders: readonly Person[];
  readonly squad: Set<Person>;
  readonly crew: Set<Person>;
  /** The people whose accounts are deleted. */
  readonly gone: Set<Person>;
  /** The people who came onto the crew today, by their ids. */
  readonly newcomers: Set<string>;
  /** The people who have chosen anew in one world alone since the last comparison, by their ids. */
  readonly choseAlone: Set<string>;
  readonly awards: Map<string, Award>;
  night: "none" | "planned" | "sealed" | "live" | "over";
  planned: PlannedNight;
  /** Names that the squad expects and that nobody has taken. They are on crews and have no session. */
  readonly expected: Set<Person>;
  /** The merges that can be undone. */
  readonly merges: MadeMerge[];
  /** How many ballots were made to differ. */
  secrets: number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  here(): readonly Person[];
  post(who: Person, path: string, body?: object): Promise<Answer>;
  addAward(): Promise<string>;
  changeAwards(to: (ballots: Ballots) => Ballots): void;
  comesOn(person: Person): void;
  goesOff(person: Person): void;
  /** The ballots that differ. A destroyed ballot does not. */
  findSecrets(): readonly Secret[];
  /** The nominee of the first of these secrets, unless they are gone. */
  nomineeOf(secrets: readonly Secret[]): Person | undefined;
  /** A secret ballot has come out. */
  isTold(): boolean;
}

/** Begins a life of new people in both worlds. One of them is a second account of Ana, and the last two are not in the squad yet. */
export async function beginLife(worlds: TwoWorlds, seed: number): Promise<Life> {
  const below = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const founders = 2 + below(7);
  // Up to two of the founders sit without an account.
  const everybody = await worlds.addPeople([...names.slice(0, founders + 1), "Ana again"], Math.min(2, founders - 2));
  worlds.begin(everybody);
  const [ana] = everybody as [Person];
  let made = 0;

  const life: Life = {
    worlds,
    ana,
    everybody,
    founders: everybody.slice(0, founders),
    squad: new Set([ana]),
    crew: new Set(),
    gone: new Set(),
    newcomers: new Set(),
    choseAlone: new Set(),
    awards: new Map(),
    night: "none",
    planned: { noSelfVotes: false, showsCounts: true },
    expected: new Set(),
    merges: [],
    secrets: 0,
    below,
    pick,
    here: () => everybody.filter((person) => !life.gone.has(person)),
    post: (who, path, body = {}) => worlds.call({ method: "POST", path, who, body }),
    async addAward() {
      const label = `award${++made}`;
      const fields = { name: label, description: "For it" };
      const added = await life.post(pick([...life.squad]), "/api/trips/{trip}/categories", fields);
      if (added.status !== 201) return `nothing: ${added.status}`;
      worlds.name(label, added);
      const ballots = {
        ...newBallots([...life.crew].map(({ id }) => id)),
        unconfirmed: new Set([...life.expected].map(({ id }) => id)),
      };
      const award = life.night === "planned" ? withNight(ballots, life.planned) : ballots;
      life.awards.set(label, [award, award]);
      return label;
    },
    changeAwards(to) {
      for (const [label, [one, other]] of life.awards) life.awards.set(label, [to(one), to(other)]);
    },
    comesOn(person) {
      if (life.crew.has(person)) return;
      life.crew.add(person);
      life.newcomers.add(person.id);
      life.changeAwards((ballots) => withMember(ballots, person.id));
    },
    goesOff(person) {
      if (life.crew.delete(person)) life.changeAwards((ballots) => withoutMember(ballots, person.id));
    },
    findSecrets: () =>
      [...life.awards].flatMap(([label, [one, other]]) =>
        [...one.votes].flatMap(([voter, nominee]) => {
          const otherNominee = other.votes.get(voter) ?? null;
          return otherNominee === nominee ? [] : [{ label, voter, answers: [nominee, otherNominee] as const }];
        }),
      ),
    nomineeOf: ([secret]) => life.here().find(({ id }) => id === secret?.answers[0]),
    isTold: () => [...life.awards.values()].some(isUneven),
  };
  return life;
}
