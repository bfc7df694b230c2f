import { spend } from "./cost-steps.ts";
import { crewSteps, joinSquad } from "./crew-steps.ts";
import { type Life, beginLife } from "./life.ts";
import { mergeSteps } from "./merge-steps.ts";
import { nightSteps } from "./night-steps.ts";
import { hidesOfOwn, withoutBallots } from "./own-pages.ts";
import { type Person, type TwoWorlds, readsOf } from "./two-worlds.ts";
import { voteSteps } from "./vote-steps.ts";

export interface LifeOptions {
  readonly steps: number;
  /** Everybody makes every call after each step. Otherwise one person does, and the others open their ballots. */
  readonly isThorough: boolean;
}

const maxAwards = 3;
/** Calls at a time. Of hundreds at once, some would wait for a connection to the database longer than the server lets them. */
const atOnce = 24;

/**
 * Lives a random life of a trip in both worlds at once and compares everything that they show after each step. Now and then one person
 * answers otherwise in the second world, and often a second one then answers the other way round, so that the two have exchanged their
 * choices. An exchange outlives every reveal; otherwise the life ends when the results differ. Returns the number of secrets, and of
 * results that came out without telling one.
 */
export async function liveRandomly(worlds: TwoWorlds, seed: number, { steps, isThorough }: LifeOptions, log: string[]) {
  const life = await beginLife(worlds, seed);
  const { ana, awards, squad, crew, below, pick, post, findSecrets } = life;
  const isPublic = below(2) === 0;
  worlds.name("squad", await post(ana, "/api/squads", { name: `Squad ${seed}`, isPublic }));
  for (const person of life.founders.slice(1)) await joinSquad(life, person);
  const days = { startDate: "2090-07-04", endDate: "2090-07-11" };
  const trip = { squadId: "{squad}", name: "Trip", location: "Portugal", ...days };
  worlds.name("trip", await post(ana, "/api/trips", trip));
  for (const person of squad) crew.add(person);
  await life.addAward();
  if (below(2) === 0) await life.addAward();

  const kinds = [...voteSteps(life), ...crewSteps(life), ...nightSteps(life), ...mergeSteps(life)];
  const isComplete = (label: string) => awards.get(label)?.[0].isComplete === true;
  let kept = 0;
  for (let step = 0; step < steps; step++) {
    const secret = [...new Set(findSecrets().map(({ label }) => label))].filter((label) => !isComplete(label));
    log.push(awards.size < maxAwards && below(12) === 0 ? `adds ${await life.addAward()}` : await pick(kinds)());
    if (step % 4 === 1) log.push(await spend(life));
    if (life.isTold()) break;
    await compareAll(life, isThorough);
    kept += secret.filter(isComplete).length;
  }
  return { secrets: life.secrets, kept };
}

/** Compares what everybody sees in the two worlds. With `isThorough` everybody makes every call. */
async function compareAll(life: Life, isThorough: boolean) {
  const { worlds, awards, everybody, choseAlone, pick, here, findSecrets } = life;
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
  for (let next = 0; next < all.length; next += atOnce) await Promise.all(all.slice(next, next + atOnce).map(compare));
  worlds.compareHints(choseAlone);
  await worlds.compareActivity();
  choseAlone.clear();
}
