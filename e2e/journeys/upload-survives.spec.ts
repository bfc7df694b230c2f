import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { expect } from "../fixtures.ts";
import config from "../playwright.config.ts";
import { seedTrip } from "../seed.ts";
import {
  test as base,
  choose,
  largeFilm,
  largePhoto,
  originals,
  percent,
  sha256,
  throttle,
  tray,
} from "../uploading.ts";

/** A browser whose profile outlives it. */
const test = base.extend<{ profile: { open(): Promise<BrowserContext> } }>({
  profile: async ({ server }, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-profile-"));
    let last: BrowserContext | undefined;
    await use({
      async open() {
        await last?.close();
        last = await chromium.launchPersistentContext(folder, { ...config.use?.launchOptions, baseURL: server.url });
        return last;
      },
    });
    await last?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },
});

/** How long the film is, and how long the line is dead. */
const megabytes = Number(process.env["SURVIVE_MEGABYTES"] ?? 24);
const outageSeconds = Number(process.env["SURVIVE_OUTAGE_SECONDS"] ?? 3);
/** However long the film, it takes some twenty seconds. */
const perSecond = megabytes / 16;
const patient = { timeout: 60_000 + 1000 * megabytes };

test("a large film arrives once and whole, through a killed server, a dead line and a closed browser", async ({
  server,
  profile,
}) => {
  test.setTimeout(180_000 + 4000 * (megabytes + outageSeconds));
  const large = await largeFilm(megabytes);
  let context = await profile.open();
  let page = context.pages()[0]!;
  const { trip } = await seedTrip([page.request], 0);
  const sent: number[] = [];
  const listen = () =>
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(Number(request.headers()["upload-offset"]));
    });

  await test.step("the server is killed in the middle, and the upload goes on when it is back", async () => {
    listen();
    await page.goto(`/trips/${trip}`);
    await throttle(page, perSecond);
    await choose(page, large.file);
    await expect.poll(() => percent(page), patient).toBeGreaterThan(15);
    await server.kill();
    await expect(tray(page).getByText(/Going on shortly/)).toBeVisible();
    const before = await percent(page);
    await server.start();
    await expect.poll(() => percent(page), patient).toBeGreaterThan(before + 10);
  });

  await test.step("the line dies, the file is deleted meanwhile, and the line comes back", async () => {
    await context.setOffline(true);
    await expect(tray(page).getByText(/Going on shortly/)).toBeVisible();
    await large.remove();
    const before = await percent(page);
    await page.waitForTimeout(outageSeconds * 1000);
    expect(await percent(page)).toBeLessThanOrEqual(before);
    await context.setOffline(false);
    await throttle(page, perSecond);
    await expect.poll(() => percent(page), patient).toBeGreaterThan(before + 3);
  });

  await test.step("the browser is closed, and the next one goes on by itself, wherever it is opened", async () => {
    const soFar = Math.max(...sent);
    context = await profile.open();
    page = context.pages()[0]!;
    listen();
    const count = sent.length;
    await page.goto("/members");
    await expect(tray(page).getByText("1 video is in")).toBeVisible(patient);
    expect(sent[count]).toBeGreaterThanOrEqual(soFar);
    expect(sent.filter((offset) => offset === 0)).toHaveLength(1);
    expect(await originals(page, trip)).toEqual([large.sha256]);
  });

  await test.step("nothing is left to send", async () => {
    const count = sent.length;
    await page.reload();
    await page.waitForTimeout(1500);
    await expect(tray(page)).toBeHidden();
    expect(sent).toHaveLength(count);
  });
});

test("of two tabs one sends, the other shows it, and takes over when the first is closed", async ({
  openInTrouble,
}) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(16);
  const second = await page.context().newPage();
  const sends: string[] = [];
  for (const [name, tab] of [["first", page] as const, ["second", second] as const])
    tab.on("request", (request) => request.method() === "PATCH" && sends.push(name));
  await second.goto("/members");
  await page.goto(`/trips/${trip}`);
  await throttle(page, 1);
  await throttle(second, 1);
  await choose(page, large.file);
  await expect.poll(() => percent(second), { timeout: 60_000 }).toBeGreaterThan(10);
  expect(sends).not.toContain("second");
  await page.close();
  await expect.poll(() => sends.includes("second"), { timeout: 60_000 }).toBe(true);
  await throttle(second, 50);
  await expect(tray(second).getByText("1 photo is in")).toBeVisible({ timeout: 60_000 });
  expect(await originals(second, trip)).toEqual([sha256(large.bytes)]);
  await large.remove();
});
