import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Cookie, chromium } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";

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
  /** How fast this machine was meanwhile, by Lighthouse's own benchmark, which grows with the speed. */
  readonly benchmarkIndex: number;
}

/** Below this benchmark index Lighthouse warns that the machine is too slow for figures of its simulated phone. */
export const expectedIndex = 1000;

interface Report {
  readonly environment: { readonly benchmarkIndex: number };
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

/** Opens a page in a Chromium of its own with these cookies, on a slow phone as Lighthouse simulates it. */
export async function judge(url: string, cookies: readonly Cookie[]): Promise<Verdict> {
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

function verdictOf({ categories: judged, audits, environment }: Report): Verdict {
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
    benchmarkIndex: environment.benchmarkIndex,
  };
}
