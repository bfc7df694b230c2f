import type { Page } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import type { Figure } from "../figure.ts";
import { watchFrames } from "../frames.ts";
import type { Bench } from "../pair.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { type GalleryTrip, galleryTrips, seedGallery } from "../seed/gallery.ts";
import { idOf, tokenOf } from "../seed/keys.ts";

const jumps = 10;
const kilobyte = 1024;

interface Jumps {
  /** The longest time between two frames, in milliseconds. */
  readonly longest: number;
  /** The most requests that one jump caused; `bytes` likewise. */
  readonly requests: number;
  readonly bytes: number;
  /** Whether the oldest photo is visible at the end of the page. */
  readonly reachesEnd: boolean;
}

/** Jumps through a gallery of 100,000 photos in a real browser, against the same in one of 10,000. */
export async function measureTimeline(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch(config.use?.launchOptions).catch(() => null);
  if (!browser) return [];
  const dataDir = await workspace.dataDir("gallery", seedGallery(options));
  try {
    return await workspace.onDataDir(dataDir, async (site) => {
      const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: await workspace.folder("timeline") });
      const jumpIn = (trip: GalleryTrip) => async (): Promise<Jumps> => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const url = `http://localhost:${ours.port}`;
        await context.addCookies([{ name: "session", value: tokenOf(1), url }]);
        const page = await context.newPage();
        await page.goto(`${url}/trips/${idOf("trip", trip)}`);
        return jumpThrough(page, galleryTrips[trip]).finally(() => context.close());
      };
      try {
        const sides = { few: jumpIn(2), many: jumpIn(3) };
        await alternate(1, sides);
        const results = await alternate(Math.min(options.rounds, 5), sides);
        const many = "100 000 photos";
        return [
          {
            row: 4,
            what: `jumps through ${many}, longest frame ÷ through 10 000`,
            goal: { atMost: 1.2 },
            ratios: results.map((round) => round.many.longest / round.few.longest),
          },
          {
            row: 4,
            what: `requests for a jump in ${many} until photos are shown, of 2`,
            goal: { atMost: 1 },
            ratios: results.map((round) => round.many.requests / 2),
          },
          {
            row: 4,
            what: "their bytes, of 40 kB",
            goal: { atMost: 1 },
            ratios: results.map((round) => round.many.bytes / (40 * kilobyte)),
          },
          {
            row: 4,
            what: `the oldest of ${many} is reached by scrolling, 1 for yes`,
            goal: { atLeast: 1 },
            ratios: results.map((round) => Number(round.many.reachesEnd)),
          },
        ];
      } finally {
        await ours.stop();
      }
    });
  } finally {
    await browser.close();
  }
}

const tile = "#gallery a[data-photo]";

async function jumpThrough(page: Page, count: number): Promise<Jumps> {
  await page.locator(tile).first().waitFor();
  // The page has its full height once the outline is there.
  await page.waitForFunction(() => document.documentElement.scrollHeight > 100_000);
  const reach = await page.evaluate(() => document.documentElement.scrollHeight);
  let [requests, bytes] = [0, 0];
  let reading: Promise<void>[] = [];
  let most = { requests: 0, bytes: 0 };
  page.on("response", (response) => {
    if (!/\/media\?/.test(response.url())) return;
    requests++;
    // The compressed size.
    reading.push(
      response
        .request()
        .sizes()
        .then(
          ({ responseBodySize }) => void (bytes += responseBodySize),
          () => {},
        ),
    );
  });
  const longest = await watchFrames(page);
  for (let jump = 1; jump <= jumps; jump++) {
    [requests, bytes, reading] = [0, 0, []];
    const top = Math.floor((((jump * 7) % jumps) + 0.5) * (reach / jumps));
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
    // Wait until the window is full of photos, not of empty tiles.
    await page.waitForFunction((tile) => {
      const shown = [...document.querySelectorAll(tile)].map((one) => one.getBoundingClientRect());
      return shown.some(({ bottom }) => bottom > innerHeight - 120) && shown.some(({ top }) => top < 300);
    }, tile);
    await page.waitForTimeout(150);
    await Promise.all(reading);
    most = { requests: Math.max(most.requests, requests), bytes: Math.max(most.bytes, bytes) };
  }
  const longestMs = await longest();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const oldest = page.locator(`[data-index="${count - 1}"]`);
  const reachesEnd = await oldest.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  return { longest: longestMs, reachesEnd, ...most };
}
