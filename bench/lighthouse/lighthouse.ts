import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Cookie, chromium } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import { median } from "../rounds.ts";

const run = promisify(execFile);
const folder = path.resolve(import.meta.dirname, "../../.cache/lighthouse");

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** What Lighthouse says of a page. Scores are 0 to 1. */
export interface Verdict {
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  /** When the largest thing was painted, and how long scripts blocked the page, in milliseconds. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** The failed audits of accessibility, best practices and SEO. */
  readonly failed: readonly string[];
}

/** The speed of this machine by Lighthouse's benchmark, several times, and how many times as slow the simulated phone is. */
export interface Speed {
  readonly indexes: readonly number[];
  readonly slowdown: number;
}

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>;
}

/** Installs Lighthouse as its lock file says, outside the packages that everybody installs. Needs a registry, or npm's cache. */
export async function installLighthouse(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    await copyFile(path.join(import.meta.dirname, file), path.join(folder, file));
  // The web build sets NODE_ENV, with which npm leaves out dev dependencies.
  await run("npm", ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
  });
}

/**
 * Measures how fast the machine is, so that Lighthouse simulates the same phone on each. By default it takes any machine for a fast desktop.
 * The speed of a virtual machine changes from second to second.
 */
export async function measureSpeed(): Promise<Speed> {
  const { pageFunctions } = (await import(path.join(folder, "node_modules/lighthouse/core/lib/page-functions.js"))) as {
    pageFunctions: { computeBenchmarkIndex: () => number };
  };
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage();
    const indexes: number[] = [];
    while (indexes.length < 15) indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
    return { indexes, slowdown: slowdownOf(median(indexes)) };
  } finally {
    await browser.close();
  }
}

/**
 * Benchmark indexes, and how many times as slow Lighthouse's phone is, by the calculator that its documentation names
 * (docs/throttling.md, "Calibrating the CPU slowdown").
 */
const slowdowns = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [2000, 6],
] as const;

/** The line through the two points around an index, or through the last two. */
function slowdownOf(index: number): number {
  const above = slowdowns.findIndex(([limit], place) => place > 0 && index < limit);
  const [[from, least], [to, most]] = slowdowns.slice(above === -1 ? -2 : above - 1) as [Point, Point];
  return Math.max(1, least + ((index - from) * (most - least)) / (to - from));
}
type Point = (typeof slowdowns)[number];

/** Opens a page in a Chromium of its own with these cookies, on a slow phone as Lighthouse simulates it. */
export async function judge(url: string, cookies: readonly Cookie[], { slowdown }: Speed): Promise<Verdict> {
  const profile = await mkdtemp(path.join(os.tmpdir(), "lighthouse-"));
  const { args = [], ...launch } = config.use?.launchOptions ?? {};
  const browser = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, "--remote-debugging-port=0"],
  });
  try {
    await browser.addCookies([...cookies]);
    const [port = ""] = (await readFile(path.join(profile, "DevToolsActivePort"), "utf8")).split("\n");
    const { stdout } = await run(
      process.execPath,
      [
        path.join(folder, "node_modules/lighthouse/cli/index.js"),
        url,
        "--quiet",
        "--output=json",
        `--only-categories=${categories.join()}`,
        `--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`,
        `--port=${port}`,
      ],
      { maxBuffer: 64 * 1024 ** 2 },
    );
    return verdictOf(JSON.parse(stdout) as Report);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function verdictOf({ categories: judged, audits }: Report): Verdict {
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (name: (typeof categories)[number]) => judged[name]?.score ?? 0;
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    lcp: valueOf("largest-contentful-paint"),
    tbt: valueOf("total-blocking-time"),
    cls: valueOf("cumulative-layout-shift"),
    failed: categories
      .filter((name) => name !== "performance")
      .flatMap((name) => judged[name]?.auditRefs ?? [])
      .map(({ id }) => id)
      .filter((id) => (audits[id]?.score ?? 1) < 1),
  };
}
