import { setTimeout as sleep } from "node:timers/promises";
import { type Cookie, chromium } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import type { Figure } from "../figure.ts";

/** Milliseconds for a page to load what it can, and for a pointer to rest. */
const restMs = 1500;

/** Presses a trip on the dashboard, on which the pointer rested before, and measures until the trip's page is painted. */
export async function measurePress(
  origin: string,
  cookies: readonly Cookie[],
  trip: string,
  rounds: number,
): Promise<Figure> {
  const browser = await chromium.launch(config.use?.launchOptions);
  const took: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await context.addCookies([...cookies]);
      const page = await context.newPage();
      await page.goto(`${origin}/dashboard`);
      const link = page.locator(`main a[href="/trips/${trip}"]:visible`).first();
      await sleep(restMs);
      await link.hover();
      await sleep(restMs);
      const painted = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = (since: number) => {
              const isHere = location.pathname.startsWith("/trips/") && document.querySelector("main article h1");
              // A timer that is set in a frame runs after its paint.
              if (isHere) setTimeout(() => resolve(performance.now() - since));
              else requestAnimationFrame(() => look(since));
            };
            addEventListener("click", ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
          }),
      );
      await link.click();
      took.push(await painted);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return {
    row: 15,
    what: "from a press on a trip until its page is painted, of 100 ms",
    goal: { atMost: 1 },
    ratios: took.map((ms) => ms / 100),
  };
}
