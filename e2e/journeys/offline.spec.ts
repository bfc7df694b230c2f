import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, phone, test, withWorker } from "../fixtures.ts";
import { keptOn, untilInstalled, untilKept } from "../offline.ts";
import config from "../playwright.config.ts";
import { photosReady, register, seedTrip, send } from "../seed.ts";
import { addTrip } from "../seed-awards.ts";

const { launchOptions } = config.use!;

/** Opens a new page in the same browser without a connection, as after a restart. */
async function restartOffline(page: Page, url: string): Promise<Page> {
  const context = page.context();
  await context.setOffline(true);
  const again = await context.newPage();
  await page.close();
  await again.goto(url);
  return again;
}

const asOf = (page: Page) => page.getByText(/^Offline, as of \d\d:\d\d$/);
const nobodysDevice = (page: Page) =>
  expect(async () => expect(await keptOn(page)).toEqual({ owner: undefined, addresses: [] })).toPass();

test("dashboard, squads, trips and seen photos open without a connection", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", withWorker(phone));
  const { trip, squad } = await seedTrip([page.request], 3);
  const unopened = await addTrip(page.request, { name: "Peniche Blind", squad, from: "2026-12-01", to: "2026-12-05" });
  await photosReady(page.request, trip);
  await page.goto("/");
  await untilInstalled(page);
  // What nobody has opened on this device is fetched by itself.
  await untilKept(page, new RegExp(`/api/trips/${unopened}/ballot`));
  await untilKept(page, new RegExp(`/api/squads/${squad}`));
  await page.goto(`/trips/${trip}`);
  await expect(page.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
  await untilKept(page, /^\/objects\/.*size=thumb/);

  const away = await restartOffline(page, "/");
  await expect(away.getByText("Welcome back, Ana!")).toBeVisible();
  await expect(asOf(away)).toBeVisible();
  await away.goto("/squads");
  await expect(away.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
  await away.goto(`/trips/${unopened}`);
  await expect(away.getByRole("heading", { name: "Peniche Blind" })).toBeVisible();
  await away.goto(`/trips/${trip}`);
  await expect(away.getByText("Coffee before waves", { exact: false }).first()).toBeVisible();
  await expect(away.locator("main img[src*='size=thumb'], main img[srcset*='size=']").first()).toBeVisible();
  await expect
    .poll(() =>
      away.evaluate(
        () => [...document.images].filter(({ src, naturalWidth }) => /objects/.test(src) && naturalWidth > 0).length,
      ),
    )
    .toBeGreaterThanOrEqual(3);
  await away.goto(`/trips/${trip}/awards`);
  await expect(away.getByText("Sunburn of the Week").first()).toBeVisible();
  // What needs the line says so.
  await away.goto("/account");
  await expect(away.getByText("You seem to be offline.", { exact: false }).first()).toBeVisible();

  await away.context().setOffline(false);
  await expect(asOf(away)).toBeHidden();
});

test(
  "a page opens at once from the device while the server says nothing",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { page } = await openInTrouble("Ana", withWorker(phone));
    const { trip } = await seedTrip([page.request], 1);
    await page.goto(`/trips/${trip}`);
    await untilInstalled(page);
    await untilKept(page, new RegExp(`/api/trips/${trip}$`));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
    let answer = () => {};
    const isHeld = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/**", async (route) => isHeld.then(() => route.continue()));
    await send(page.request, "PUT", `/api/trips/${trip}`, {
      name: "Ericeira ’27",
      location: "Ericeira",
      startDate: "2026-07-04T00:00:00.000Z",
      endDate: "2026-07-11T00:00:00.000Z",
    });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
    answer();
    await expect(page.getByRole("heading", { name: "Ericeira ’27" })).toBeVisible();
  },
);

test("nobody sees another person's pages on a device", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", withWorker(phone));
  const { trip } = await seedTrip([page.request], 1);
  await page.goto(`/trips/${trip}`);
  await untilInstalled(page);
  await untilKept(page, new RegExp(`/api/trips/${trip}$`));
  // Ben logs in with this browser, and the page of Ana does not know.
  const ben = await register(page.request, "Ben");
  const away = await restartOffline(page, `/trips/${trip}`);
  await expect(away.getByText("Ericeira ’26")).toHaveCount(0);
  await away.context().setOffline(false);
  await away.goto("/");
  await expect(away.getByText("Welcome", { exact: false }).first()).toBeVisible();
  await expect(away.getByText("Ericeira")).toHaveCount(0);
  await expect(async () => expect((await keptOn(away)).owner).toMatch(new RegExp(`^${ben["id"]}`))).toPass();
  expect((await keptOn(away)).addresses.filter((one) => one.includes(trip))).toEqual([]);
});

test("after a log-out without a connection nothing opens here, and the session ends", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", withWorker(phone));
  const { trip } = await seedTrip([page.request], 1);
  await page.goto(`/trips/${trip}`);
  await untilInstalled(page);
  await untilKept(page, new RegExp(`/api/trips/${trip}$`));
  const session = (await page.context().cookies()).find(({ name }) => name === "session")!;
  await page.reload();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await page.waitForURL("/");
  await nobodysDevice(page);
  const away = await restartOffline(page, `/trips/${trip}`);
  await expect(away.getByText("Ericeira")).toHaveCount(0);
  await away.context().setOffline(false);
  await away.goto("/");
  await expect(away.getByRole("link", { name: /^Login/ }).first()).toBeVisible();
  const own = await away.request.get("/api/auth/user", { headers: { cookie: `session=${session.value}` } });
  expect(own.status()).toBe(401);
});

test(
  "a log-out, a session that ended, a removal and a deleted trip empty the device",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const ana = await openInTrouble("Ana", withWorker(phone));
    const ben = await openInTrouble("Ben", withWorker(phone));
    const { trip, squad, crew } = await seedTrip([ana.page.request, ben.page.request], 1);
    const fill = async ({ page }: typeof ben) => {
      await page.goto(`/trips/${trip}`);
      await untilInstalled(page);
      await untilKept(page, new RegExp(`/api/trips/${trip}$`));
      await untilKept(page, new RegExp(`/api/squads/${squad}$`));
    };
    const holds = async ({ page }: typeof ben, id: string) =>
      (await keptOn(page)).addresses.some((address) => address.includes(id));

    await fill(ben);
    await send(ana.page.request, "DELETE", `/api/squads/${squad}/members/${crew[1]!["id"]}`).catch(() => undefined);
    await ben.page.goto("/");
    await expect(async () => expect(await holds(ben, trip)).toBe(false)).toPass();

    await fill(ana);
    await send(ana.page.request, "DELETE", `/api/trips/${trip}`).catch(() => undefined);
    await ana.page.goto(`/trips/${trip}`);
    await expect(ana.page.getByText("Trip not found", { exact: false }).first()).toBeVisible();
    await expect(async () => expect(await holds(ana, trip)).toBe(false)).toPass();

    await untilKept(ana.page, /\/api\/dashboard/);
    await ana.page
      .context()
      .addCookies(
        (await ana.page.context().cookies())
          .filter(({ name }) => name === "session")
          .map((one) => ({ ...one, value: `${one.value.slice(0, -1)}x` })),
      );
    await ana.page.goto("/squads");
    await ana.page.waitForURL(/\/auth/);
    await nobodysDevice(ana.page);
  },
);

test(
  "a trip opens without a connection after the whole browser was closed",
  { tag: "@long" },
  async ({ playwright, server }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-browser-"));
    const launch = () =>
      playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: server.url,
        locale: "en-GB",
        ...phone,
      });
    const before = await launch();
    const page = await before.newPage();
    const { trip } = await seedTrip([page.request], 1);
    await page.goto(`/trips/${trip}`);
    await untilInstalled(page);
    await untilKept(page, new RegExp(`/api/trips/${trip}$`));
    await before.close();

    const after = await launch();
    await after.setOffline(true);
    const away = await after.newPage();
    await away.goto(`/trips/${trip}`);
    await expect(away.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
    await expect(asOf(away)).toBeVisible();
    await after.close();
    await rm(folder, { recursive: true, force: true });
  },
);
