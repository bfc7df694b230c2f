import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import { type PageName, pages } from "#contract/pages.ts";
import { addressOfPage } from "../../e2e/screens.ts";
import { seedTrip } from "../../e2e/seed.ts";
import { must } from "../answers.ts";
import { serveBarePage } from "../bare/serve-page.ts";
import type { Figure } from "../figure.ts";
import { type Speed, type Verdict, installLighthouse, judge, measureSpeed } from "../lighthouse/lighthouse.ts";
import type { Bench } from "../pair.ts";
import { makePhotos } from "../photos.ts";
import { measurePress } from "./press.ts";
import { startOurs } from "../programs.ts";
import { alternate, median } from "../rounds.ts";

interface Screen {
  readonly page: PageName;
  /** Whether its largest thing is a picture. */
  readonly isPicture?: boolean;
}

/** The pages that people open most. */
const screens: readonly Screen[] = [
  { page: "home" },
  { page: "auth" },
  { page: "joinSquad" },
  { page: "dashboard", isPicture: true },
  { page: "squad", isPicture: true },
  { page: "trip", isPicture: true },
  { page: "ballot" },
  { page: "leaderboard" },
  { page: "awards" },
  { page: "profile" },
];

/** Lets Lighthouse judge the main pages on a slow phone, beside a page that has only React. Prints what it says of each. */
export async function measureLighthouse({ workspace, options }: Bench): Promise<Figure[]> {
  await installLighthouse();
  const photos = await makePhotos(await workspace.folder("lighthouse-photos"), 6, 3);
  const bare = await serveBarePage(await workspace.folder("bare-page"));
  const ours = await startOurs({ DATA_DIR: await workspace.folder("lighthouse") });
  const baseURL = `http://localhost:${ours.port}`;
  const people = await Promise.all([0, 1, 2].map(() => request.newContext({ baseURL })));
  try {
    const files = await Promise.all(photos.map(async ({ path }, n) => fileOf(`wave-${n}.jpg`, await readFile(path))));
    const [ana, ...friends] = people as [APIRequestContext, ...APIRequestContext[]];
    const seed = await seedTrip([ana, ...friends], files);
    await makeCover(ana, seed.trip);
    const { cookies } = await ana.storageState();
    const session = cookies.find(({ name }) => name === "session");
    must(session !== undefined, "The seeded person has no session");
    // A browser in which somebody signed in knows its time zone already.
    const members = [
      session,
      { ...session, name: "zone", value: new Intl.DateTimeFormat().resolvedOptions().timeZone, httpOnly: false },
    ];
    const speed = await measureSpeed();
    const sides = Object.fromEntries([
      ["bare", () => judge(bare.url, [], speed)],
      ["bare, drawn first", () => judge(bare.drawn, [], speed)],
      ...screens.map(({ page }) => {
        const cookies = pages[page].access === "user" ? members : [];
        return [page, () => judge(baseURL + addressOfPage(page, seed), cookies, speed)];
      }),
    ]) as Record<string, () => Promise<Verdict>>;
    const rounds = await alternate(options.quick ? 1 : Math.min(options.rounds, 5), sides);
    const said = [speedLine(speed), ...Object.keys(sides).map((name) => lineOf(name, rounds))];
    process.stderr.write(said.map((line) => `  ${line}\n`).join(""));
    const press = await measurePress(baseURL, members, seed.trip, options.quick ? 3 : 9);
    return [...screens.flatMap((screen) => figuresOf(screen, rounds)), limitOf(rounds), press];
  } finally {
    for (const person of people) await person.dispose();
    await ours.stop();
    await bare.stop();
  }
}

const fileOf = (name: string, bytes: Buffer) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(bytes),
});

/** Waits until the trip has its cover, and has its sizes made. */
async function makeCover(person: APIRequestContext, trip: string): Promise<void> {
  const coverOf = async () => {
    const screen = (await (await person.get(`/api/trips/${trip}`)).json()) as { trip: { coverUrl: string | null } };
    return screen.trip.coverUrl;
  };
  let cover = await coverOf();
  for (; cover === null; cover = await coverOf()) await sleep(200);
  for (const size of ["cover", "medium", "large"]) await person.get(`${cover}?size=${size}`);
}

type Rounds = readonly Readonly<Record<string, Verdict>>[];

function figuresOf({ page: name, isPicture }: Screen, rounds: Rounds): Figure[] {
  const of = (round: Rounds[number]) => round[name]!;
  const least = ({ scores }: Verdict) => Math.min(scores.accessibility, scores["best-practices"], scores.seo);
  return [
    {
      row: 15,
      what: `${name}: Lighthouse's performance, of 1`,
      goal: { atLeast: 0.98 },
      ratios: rounds.map((round) => of(round).scores.performance),
    },
    {
      row: 15,
      what: `${name}: the least of accessibility, best practices and SEO, of 1`,
      goal: { atLeast: 1 },
      ratios: rounds.map((round) => least(of(round))),
    },
    {
      row: 15,
      what: `${name}: largest paint ÷ bare React page`,
      goal: { atMost: isPicture ? 1.5 : 1.25 },
      ratios: rounds.map((round) => of(round).lcp / round["bare"]!.lcp),
    },
    {
      row: 15,
      what: `${name}: time that scripts block, of 80 ms`,
      goal: { atMost: 1 },
      ratios: rounds.map((round) => of(round).tbt / 80),
    },
    {
      row: 15,
      what: `${name}: layout shift, of 0.01`,
      goal: { atMost: 1 },
      ratios: rounds.map((round) => of(round).cls / 0.01),
    },
  ];
}

/** What React alone blocks on a page that shows something before React comes: Lighthouse counts only what follows the first paint. */
const limitOf = (rounds: Rounds): Figure => ({
  row: 15,
  what: "bare React page, drawn first: time that scripts block, of 80 ms",
  goal: null,
  ratios: rounds.map((round) => round["bare, drawn first"]!.tbt / 80),
});

/** Says how fast the machine is. A virtual machine whose host is busy is slow, though no process of its own disturbs the rounds. */
function speedLine({ indexes, slowdown }: Speed): string {
  const range = `${Math.round(median(indexes))} (${Math.round(Math.min(...indexes))} to ${Math.round(Math.max(...indexes))})`;
  return `this machine: benchmark index ${range}, so the phone is ${slowdown.toFixed(1)} times as slow`;
}

/** All that Lighthouse says of a page, the medians over the rounds. */
function lineOf(name: string, rounds: Rounds): string {
  const middle = (value: (verdict: Verdict) => number) => median(rounds.map((round) => value(round[name]!)));
  const score = (category: keyof Verdict["scores"]) => Math.round(100 * middle(({ scores }) => scores[category]));
  const failed = [...new Set(rounds.flatMap((round) => round[name]!.failed))];
  return [
    `${name}: performance ${score("performance")}, accessibility ${score("accessibility")}`,
    `best practices ${score("best-practices")}, SEO ${score("seo")}`,
    `LCP ${Math.round(middle(({ lcp }) => lcp))} ms, TBT ${Math.round(middle(({ tbt }) => tbt))} ms`,
    `CLS ${middle(({ cls }) => cls).toFixed(3)}`,
    ...(failed.length > 0 ? [`not passed: ${failed.join(" ")}`] : []),
  ].join(", ");
}
