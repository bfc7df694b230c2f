import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { photo } from "../app.ts";
import { expect } from "../fixtures.ts";
import config from "../playwright.config.ts";
import { seedTrip } from "../seed.ts";
import {
  test as base,
  choose,
  largeVideo,
  largePhoto,
  originals,
  percent,
  sha256,
  throttle,
  tray,
} from "../uploading.ts";

/** A browser with a persistent profile. */
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

/** The size of the video and the length of the outage. */
const megabytes = Number(process.env["SURVIVE_MEGABYTES"] ?? 24);
const outageSeconds = Number(process.env["SURVIVE_OUTAGE_SECONDS"] ?? 3);
/** At this rate a video of any size takes 16 seconds to send. */
const perSecond = megabytes / 16;
const patient = { timeout: 60_000 + 1000 * megabytes };

test("an upload survives a server crash, outage and closed browser", { tag: "@long" }, async ({ server, profile }) => {
  test.setTimeout(180_000 + 4000 * (megabytes + outageSeconds));
  const large = await largeVideo(megabytes);
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

  await test.step("the upload survives an outage during which the original file is deleted", async () => {
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

  await test.step("the browser is closed, and the next one continues on any page", async () => {
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
    await page.waitForTimeout(3000);
    await expect(tray(page)).toBeHidden();
    expect(sent).toHaveLength(count);
  });
});

test(
  "of two tabs one sends; when it closes, the other takes over and finishes",
  { tag: "@long" },
  async ({ openInTrouble }) => {
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
  },
);

test("files chosen in a second tab arrive", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page: first } = await openInTrouble("Ana");
  const { trip } = await seedTrip([first.request], 0);
  const second = await first.context().newPage();
  const sends: string[] = [];
  for (const [name, tab] of [["first", first] as const, ["second", second] as const])
    tab.on("request", (request) => request.method() === "PUT" && sends.push(name));
  const files = [photo("low.png", [9, 9, 200]), photo("mid.png", [9, 200, 9]), photo("high.png", [200, 9, 9])] as const;
  const arrived = (count: number) =>
    expect
      .poll(() => originals(second, trip), { timeout: 30_000 })
      .toEqual(
        files
          .slice(0, count)
          .map(({ buffer }) => sha256(buffer))
          .toSorted(),
      );
  await second.goto(`/trips/${trip}`);
  await first.goto(`/trips/${trip}`);
  await choose(first, files[0]);
  await arrived(1);

  await test.step("the second tab sends its own files", async () => {
    sends.length = 0;
    await choose(second, files[1]);
    await expect(tray(second).getByText("mid.png")).toBeVisible();
    await arrived(2);
    expect(new Set(sends)).toEqual(new Set(["second"]));
  });

  await test.step("the second tab sends a file that this device has no room to keep", async () => {
    await second.evaluate(() => {
      Object.defineProperty(navigator.storage, "estimate", { configurable: true, value: async () => ({ quota: 0 }) });
    });
    sends.length = 0;
    await choose(second, files[2]);
    await arrived(3);
    expect(new Set(sends)).toEqual(new Set(["second"]));
    await second.evaluate(() => void Reflect.deleteProperty(navigator.storage, "estimate"));
  });

  await test.step("a sleeping tab delays only the file that it sends, until the other takes over", async () => {
    const [last, large] = [photo("last.png", [90, 90, 90]), await largePhoto(12)];
    await throttle(first, 0.5);
    await choose(first, large.file);
    await expect.poll(() => percent(second), { timeout: 60_000 }).toBeGreaterThan(1);
    // The debugger stops the tab as a phone does: no script of the page runs, and the page keeps its lock.
    const sleep = await first.context().newCDPSession(first);
    await sleep.send("Debugger.enable");
    const asleep = new Promise((resolve) => void sleep.once("Debugger.paused", resolve));
    await sleep.send("Debugger.pause");
    const awake = first.evaluate(() => document.title);
    await asleep;
    sends.length = 0;
    await choose(second, last);
    await expect(tray(second).getByRole("listitem").filter({ hasText: "last.png" }).getByText("Done")).toBeVisible();
    await expect(
      tray(second)
        .getByText(/^\d+%$/)
        .first(),
    ).toBeVisible();
    await expect
      .poll(() => originals(second, trip), { timeout: 90_000 })
      .toEqual([...files.map(({ buffer }) => buffer), last.buffer, large.bytes].map(sha256).toSorted());
    await expect(tray(second).getByText(/photos are in/)).toBeVisible();
    await sleep.send("Debugger.resume");
    await awake;
    expect(new Set(sends)).toEqual(new Set(["second"]));
    await large.remove();
  });
});
