import { readFile } from "node:fs/promises";
import { type APIRequestContext, type Page, chromium, request } from "@playwright/test";
import config from "../../e2e/playwright.config.ts";
import { seedNight } from "../../e2e/seed-night.ts";
import { seedTrip, send } from "../../e2e/seed.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { watchFrames } from "../frames.ts";
import type { Bench } from "../pair.ts";
import { makePhotos } from "../photos.ts";
import { startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";

/** A phone this many times slower than this machine. */
const slowness = 4;
const maxFrameMs = 50;
/** After this time nothing on a winner's card moves any more, its confetti included. */
const cardMs = 7000;

/** Measures the longest frame while a winner's card with a photo plays on a slow phone. */
export async function measureShowFrames({ workspace, options }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch(config.use?.launchOptions).catch(() => null);
  if (!browser) return [];
  const ours = await startOurs({ DATA_DIR: await workspace.folder("show") });
  const baseURL = `http://localhost:${ours.port}`;
  const people = await Promise.all([0, 1, 2, 3].map(() => request.newContext({ baseURL })));
  try {
    const [photo] = await makePhotos(await workspace.folder("show-photos"), 1, 3);
    const file = { name: "wave.jpg", mimeType: "image/jpeg", buffer: await readFile(photo!.path) };
    const [ana, ...friends] = people as [APIRequestContext, ...APIRequestContext[]];
    const seed = await seedTrip([ana, ...friends], [file]);
    await playToTheEnd(ana, await seedNight([ana, ...friends], seed));
    const context = await browser.newContext({
      baseURL,
      storageState: await ana.storageState(),
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`/trips/${seed.trip}/night?replay`);
    await turnToWinner(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    const sides = { card: () => longestFrame(page) };
    await alternate(1, sides);
    const rounds = await alternate(Math.min(options.rounds, 5), sides);
    return [
      {
        row: 20,
        what: "longest frame of a winner's card on a slow phone, of 50 ms",
        goal: { atMost: 1 },
        ratios: rounds.map(({ card }) => card / maxFrameMs),
      },
    ];
  } finally {
    for (const person of people) await person.dispose();
    await browser.close();
    await ours.stop();
  }
}

async function playToTheEnd(host: APIRequestContext, night: string): Promise<void> {
  let show = (await send(host, "POST", `${night}/start`, {})) as unknown as { position: number; isLast: boolean };
  while (!show.isLast)
    show = (await send(host, "POST", `${night}/next`, { position: show.position })) as unknown as typeof show;
}

/** Turns the cards of a replay to a winner with a photo. */
async function turnToWinner(page: Page): Promise<void> {
  const winner = page.locator(".show-card[data-rank='1']:not(.show-leaving) .show-print");
  for (let card = 0; (await winner.count()) === 0; card++) {
    must(card < 30, "The show has no winner with a photo");
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(500);
  }
}

/** Plays the present card again, from the card before it. Returns its longest time between two frames, in milliseconds. */
async function longestFrame(page: Page): Promise<number> {
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(3000);
  const longest = await watchFrames(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(cardMs);
  return longest();
}
