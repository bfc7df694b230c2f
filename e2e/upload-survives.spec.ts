import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, type Page, chromium } from "@playwright/test";
import sharp from "sharp";
import { expectFitForAll } from "./accessible.ts";
import { photo } from "./app.ts";
import config from "./playwright.config.ts";
import { expect, test as base } from "./fixtures.ts";
import { register, seedTrip } from "./seed.ts";
import { type RunningServer, startServer } from "./server.ts";

/** A server that takes large photos, and a browser whose profile outlives it. */
const test = base.extend<{ profile: { open(): Promise<BrowserContext> } }, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer({ MAX_IMAGE_BYTES: String(64 * 1024 * 1024) });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
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

const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });
const choose = (page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.getByLabel("Photos to add").first().setInputFiles(files);
const percent = async (page: Page) =>
  Number.parseInt(
    (await tray(page)
      .getByText(/^\d+%$/)
      .first()
      .innerText()) || "0",
    10,
  );
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A photo that no compression makes small, as a file. */
async function largePhoto(megabytes: number) {
  const [width, channels] = [3000, 3] as const;
  const height = Math.ceil((megabytes * 1_000_000) / width / channels);
  const noise = randomBytes(width * height * channels);
  const bytes = await sharp(noise, { raw: { width, height, channels } }).png({ compressionLevel: 0 }).toBuffer();
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), "swellmates-photo-")), "big wave.png");
  await writeFile(file, bytes);
  return { file, bytes, remove: () => rm(path.dirname(file), { recursive: true }) };
}

/** A line that carries so much up. */
async function throttle(page: Page, megabytesPerSecond: number) {
  const line = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    ...unlimited,
    uploadThroughput: megabytesPerSecond * 1024 * 1024,
  });
}

async function originals(page: Page, trip: string): Promise<string[]> {
  const items = (await (await page.request.get(`/api/trips/${trip}/media`)).json()) as { filePath: string }[];
  const bodies = await Promise.all(items.map(async ({ filePath }) => (await page.request.get(filePath)).body()));
  return bodies.map(sha256).toSorted();
}

test("a large photo arrives once and whole, through a killed server, a dead line and a closed browser", async ({
  server,
  profile,
}) => {
  const large = await largePhoto(24);
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
    await throttle(page, 1.5);
    await choose(page, large.file);
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(15);
    await server.kill();
    await expect(tray(page).getByText(/Going on shortly/)).toBeVisible();
    const before = await percent(page);
    await server.start();
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(before + 10);
  });

  await test.step("the line dies and comes back", async () => {
    await context.setOffline(true);
    await expect(tray(page).getByText(/Going on shortly/)).toBeVisible();
    const before = await percent(page);
    await page.waitForTimeout(3000);
    expect(await percent(page)).toBeLessThanOrEqual(before);
    await context.setOffline(false);
    await throttle(page, 1.5);
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(before + 3);
  });

  await test.step("the browser is closed, and the next one goes on by itself, wherever it is opened", async () => {
    await large.remove();
    const soFar = Math.max(...sent);
    context = await profile.open();
    page = context.pages()[0]!;
    listen();
    const count = sent.length;
    await page.goto("/members");
    await expect(tray(page).getByText("1 photo is in")).toBeVisible({ timeout: 90_000 });
    expect(sent[count]).toBeGreaterThanOrEqual(soFar);
    expect(sent.filter((offset) => offset === 0)).toHaveLength(1);
    expect(await originals(page, trip)).toEqual([sha256(large.bytes)]);
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

test("what is there already is not sent", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}`);
  const wave = photo("wave.png", [18, 147, 143]);
  await choose(page, wave);
  await expect(tray(page).getByText("1 photo is in")).toBeVisible();
  const puts: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && puts.push(request.url()));
  await choose(page, { ...wave, name: "the same.png" });
  await expect(tray(page).getByText("Already here", { exact: true })).toBeVisible();
  expect(puts).toEqual([]);
});

test("a session that ends stops the upload until the same person is back", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const cookies = await page.context().cookies();
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.05);
  await choose(page, photo("wave.png", [217, 58, 110], 4000, 3000));
  await page.context().clearCookies();
  await throttle(page, 50);
  await expect(tray(page).getByText("You are logged out. Log in again, and this goes on by itself.")).toBeVisible();
  // Someone else logs in on this browser: nothing of it is theirs.
  const bo = await page.context().newPage();
  await register(bo.request, "Bo");
  await bo.goto("/members");
  await expect(bo.getByRole("heading", { name: "The Crew" })).toBeVisible();
  await bo.waitForTimeout(1000);
  await expect(tray(bo)).toBeHidden();
  await bo.close();
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.goto("/members");
  await expect(tray(page).getByText("1 photo is in")).toBeVisible();
});

test("logging out asks first, and gives up what is not in", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(16);
  await page.goto(`/trips/${trip}`);
  await throttle(page, 0.5);
  await choose(page, large.file);
  await expect.poll(() => percent(page)).toBeGreaterThan(1);
  const logout = async () => {
    await page.getByRole("button", { name: "Ana", exact: false }).first().click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
  };
  await logout();
  const question = page.getByRole("alertdialog", { name: "Log out now?" });
  await expect(question.getByText(/^1 file is still on the way\./)).toBeVisible();
  await expectFitForAll(page, "the question before logging out");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(tray(page).getByText("big wave.png")).toBeVisible();
  await logout();
  await question.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("link", { name: "Login here" })).toBeVisible();
  const kept = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("uploads");
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("files").objectStore("files").count();
          count.addEventListener("success", () => resolve(count.result));
        });
      }),
  );
  expect(kept).toBe(0);
  await large.remove();
});

test("a trip that is gone, and a device without room, are said", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip } = await seedTrip([page.request], 0);
  const large = await largePhoto(12);
  await page.goto(`/trips/${trip}`);
  const device = await page.context().newCDPSession(page);
  await device.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 1_000_000 });
  await throttle(page, 1);
  await choose(page, large.file);
  await expect(tray(page).getByText(/There is no room on this device to keep these files/)).toBeVisible();
  await page.request.delete(`/api/trips/${trip}`);
  await throttle(page, 50);
  await expect(tray(page).getByText("The place for this photo is gone, or you are no longer part of it.")).toBeVisible({
    timeout: 30_000,
  });
  await large.remove();
});
