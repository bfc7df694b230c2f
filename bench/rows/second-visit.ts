import type { Browser, BrowserContext, Page } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";

/** "Slow 4G" of Chromium's developer tools: milliseconds a request, bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** A trip of the viewer on the dashboard. */
const shown = "main a[href^='/trips/']";

/** Measures the second visit to a dashboard on slow 4G: from the device, against from the server with the browser's cache. */
export async function measureSecondVisit(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch(config.use?.launchOptions).catch(() => null);
  if (!browser) return [];
  try {
    const site = await workspace.database("visits", async (client) => {
      await seedPeople(client, 12);
      await seedAwardTrips(client, { firstTrip: 1, trips: 12, crew: 12, awards: 3, firstAward: 1 });
    });
    const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: await workspace.folder("visits") });
    const url = `http://localhost:${ours.port}`;
    const visit = (serviceWorkers: "allow" | "block") => () => secondVisit(browser, url, serviceWorkers);
    try {
      const results = await alternate(Math.min(options.rounds, 5), { device: visit("allow"), server: visit("block") });
      return [
        {
          row: 24,
          what: "second visit on slow 4G until trips show, from the device ÷ from the server",
          goal: { atMost: 1 },
          ratios: results.map((round) => round.device / round.server),
        },
        {
          row: 24,
          what: "from the device, of half a second",
          goal: { atMost: 1 },
          ratios: results.map((round) => round.device / 500),
        },
      ];
    } finally {
      await ours.stop();
    }
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds until the dashboard of a second visit shows trips. */
async function secondVisit(browser: Browser, url: string, serviceWorkers: "allow" | "block"): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers });
  try {
    await context.addCookies([{ name: "session", value: tokenOf(1), url }]);
    const page = await context.newPage();
    await page.goto(`${url}/dashboard`);
    await page.locator(shown).first().waitFor({ state: "attached" });
    if (serviceWorkers === "allow") await untilKept(page);
    await page.waitForTimeout(1000);
    await slowDown(context, page);
    await page.addInitScript((selector) => {
      const look = () => {
        // A timer that is set in a frame runs after its paint.
        if (document.querySelector(selector))
          setTimeout(() => Object.assign(globalThis, { shownAt: performance.now() }));
        else requestAnimationFrame(look);
      };
      look();
    }, shown);
    await page.goto(`${url}/dashboard`, { waitUntil: "commit" });
    const shownAt = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt);
    return (await shownAt.jsonValue())!;
  } finally {
    await context.close();
  }
}

/** Waits until the program is on the device, and what the dashboard shows. */
const untilKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slow4G);
}
