import type { Browser, Page } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import { zipOf } from "../../e2e/zipping.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";

const photos = 5000;
/** A phone of this many times less speed. It slows the page and not its worker. */
const slower = 4;
const goalMs = 2000;

/** Measures a zip of 5,000 photos from its choice to its first cards on a slow phone, against a zip of one photo. */
export async function measureZipList({ workspace, options }: Bench): Promise<Figure[]> {
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch(config.use?.launchOptions).catch(() => null);
  if (!browser) return [];
  try {
    const site = await workspace.database("zips", async (client) => {
      await seedPeople(client, 12);
      await seedAwardTrips(client, { firstTrip: 1, trips: 1, crew: 12, awards: 3, firstAward: 1 });
    });
    const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: await workspace.folder("zips") });
    const url = `http://localhost:${ours.port}`;
    const [many, one] = [await zipWith(photos), await zipWith(1)];
    try {
      const results = await alternate(Math.min(options.rounds, 5), {
        many: () => timeListing(browser, url, many),
        one: () => timeListing(browser, url, one),
      });
      return [
        {
          row: 25,
          what: "a zip of 5,000 photos until its cards show on a slow phone ÷ a zip of one photo",
          goal: null,
          ratios: results.map((round) => round.many / round.one),
        },
        {
          row: 25,
          what: "the zip of 5,000 photos, of two seconds",
          goal: { atMost: 1 },
          ratios: results.map((round) => round.many / goalMs),
        },
      ];
    } finally {
      await ours.stop();
    }
  } finally {
    await browser.close();
  }
}

const zipWith = (count: number) =>
  zipOf("many.zip", Object.fromEntries(Array.from({ length: count }, (_, n) => [`Surf/IMG_${n}.jpg`, "photo"])));

/** Milliseconds from the choice of a zip to the paint of its cards and the button that starts. */
async function timeListing(browser: Browser, url: string, zip: Awaited<ReturnType<typeof zipOf>>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await context.addCookies([{ name: "session", value: tokenOf(1), url }]);
    const page = await context.newPage();
    await page.goto(`${url}/trips/${idOf("trip", 1)}?open=upload`);
    const button = page.getByRole("dialog").getByRole("button", { name: "From a Zip" });
    await button.waitFor();
    await page.waitForTimeout(2000);
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await watchCards(page);
    const picker = page.waitForEvent("filechooser");
    await button.click();
    await (await picker).setFiles(zip);
    const shown = await page.waitForFunction(() => (globalThis as { cardsAfter?: number }).cardsAfter);
    return (await shown.jsonValue())!;
  } finally {
    await context.close();
  }
}

/** Has the page note the time from the change of the file input to the paint of the first card. */
const watchCards = (page: Page) =>
  page.evaluate(() => {
    addEventListener(
      "change",
      () => {
        const startedAt = performance.now();
        const look = () => {
          if (document.querySelector("[role=dialog] [data-sheet] canvas"))
            setTimeout(() => Object.assign(globalThis, { cardsAfter: performance.now() - startedAt }));
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
