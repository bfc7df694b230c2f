import type { Page } from "@playwright/test";
import type { PushMessage } from "#contract/pushes.ts";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { photo } from "../app.ts";
import { type Person, desktop, expect, phone, withWorker } from "../fixtures.ts";
import {
  endpointOf,
  expectShown,
  givePushes,
  hasNotifications,
  noteWorker,
  pressNotification,
  pushesTo,
  renewSubscription,
  shownOn,
  test,
} from "../pushes.ts";
import { seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";
import { choose } from "../uploading.ts";
import { watchBadge, workerReady } from "../worker.ts";

test.skip(!hasNotifications, "It needs a Chromium with notifications");

const question = (page: Page) => page.getByRole("region", { name: "Want to hear when the results are out?" });
const settings = (page: Page) => page.getByRole("dialog", { name: "Inbox Settings" });
const devicesOf = async (page: Page) =>
  ((await (await page.request.get("/api/push")).json()) as { devices: { id: string }[] }).devices;

/** Votes on the first award of the open ballot. */
async function vote(page: Page): Promise<void> {
  await page.getByRole("radio").first().check({ force: true });
  await page
    .getByRole("button", { name: /^(Submit|Change) Vote$/ })
    .first()
    .click();
}

async function begin(open: (name: string, options?: typeof phone) => Promise<Person>, device = phone) {
  const ana = await open("Ana", withWorker(device));
  const bo = await open("Bo");
  await givePushes(ana);
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const me = ((await (await ana.page.request.get("/api/auth/user")).json()) as { id: string }).id;
  const note = (tag: string, title: string, rest: Partial<NonNullable<PushMessage["show"]>> = {}): PushMessage => ({
    person: me,
    show: { tag, title, text: "Best Wipeout", path: `/trips/${seed.trip}`, isUrgent: false, ...rest },
    count: 2,
  });
  return { ana, page: ana.page, seed, me, note };
}

test("a person is asked after a vote and not on arrival, and one press turns push on", async ({ open }) => {
  const { page, seed } = await begin(open);
  await page.goto(`/trips/${seed.trip}/awards`);
  await expect(page.getByRole("radio").first()).toBeAttached();
  await page.waitForTimeout(1000);
  await expect(question(page)).toBeHidden();
  await vote(page);
  await expect(question(page)).toBeVisible();
  await expectAccessible(page, "the question");
  await expectNoSideways(page, "the question");
  await question(page).getByRole("button", { name: "Turn On" }).click();
  await expectToast(page, "Push is on");
  await expect(question(page)).toBeHidden();
  await expect.poll(() => devicesOf(page)).toHaveLength(1);
  expect(await endpointOf(page)).toContain("https://push.example/");
});

test("a finished upload asks too, and Not Now is not asked again", { tag: "@long" }, async ({ open }) => {
  const { page, seed } = await begin(open);
  await page.goto(`/trips/${seed.trip}`);
  await choose(page, [photo("wave.png", [18, 147, 143])]);
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "Not Now" }).click();
  await expect(question(page)).toBeHidden();
  await page.goto(`/trips/${seed.trip}/awards`);
  await vote(page);
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await page.waitForTimeout(500);
  await expect(question(page)).toBeHidden();
});

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

test("an iPhone hears how to put the app on its Home Screen first", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana", { ...withWorker(phone), userAgent: iPhone });
  const bo = await open("Bo");
  const { page } = ana;
  // As Safari has it in a tab.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PushManager");
    Reflect.deleteProperty(globalThis, "Notification");
  });
  const seed = await seedTrip([page.request, bo.page.request], 0);
  await page.goto(`/trips/${seed.trip}/awards`);
  await vote(page);
  await expect(question(page).getByText("Add to Home Screen")).toBeVisible();
  await expect(question(page).getByRole("button")).toHaveText(["Not Now"]);
  await question(page).getByRole("button", { name: "Not Now" }).click();
  await page.goto("/inbox?open=settings");
  await expect(settings(page).getByText("Add to Home Screen")).toBeVisible();
  await expect(settings(page).getByLabel("Push on this device")).toBeHidden();
});

test("settings turn push on and off, make it discreet, and remove devices", { tag: "@long" }, async ({ open }) => {
  const { page } = await begin(open, desktop);
  await page.goto("/inbox?open=settings");
  const here = settings(page).getByRole("checkbox", { name: "Push on this device" });
  await here.focus();
  await page.keyboard.press("Space");
  await expect(here).toBeChecked();
  await expect(here).toBeFocused();
  await settings(page).getByRole("checkbox", { name: "Discreet" }).check();
  await settings(page).getByRole("checkbox", { name: "Hearts and reactions: push" }).uncheck();
  await expect(settings(page).getByText("This device, since")).toBeVisible();
  await expectAccessible(page, "push settings");
  await expectNoSideways(page, "push settings");
  const kept = async (address: string) => (await page.request.get(address)).json() as Promise<unknown>;
  await expect.poll(() => kept("/api/push")).toMatchObject({ discreet: true });
  await expect.poll(() => kept("/api/inbox/settings")).toMatchObject({ noPush: ["likes"] });
  await here.uncheck();
  await expect.poll(() => devicesOf(page)).toEqual([]);
  expect(await endpointOf(page)).toBeUndefined();
  await here.check();
  await settings(page)
    .getByRole("button", { name: /^Remove Chrom/ })
    .click();
  await expect(here).not.toBeChecked();
  expect(await endpointOf(page)).toBeUndefined();
});

test("a browser that was told no says how to allow it again", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", withWorker(desktop));
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { value: "denied" }));
  await seedTrip([page.request], 0);
  await page.goto("/inbox?open=settings");
  await expect(settings(page).getByText("Your browser blocks notifications")).toBeVisible();
});

test("a push is shown, replaced, taken back, and gone once the inbox is read", async ({ open }) => {
  const { page, me, note } = await begin(open);
  await page.goto("/");
  const push = await pushesTo(page);
  await push(note("results", "The results are in"));
  await push(note("talk", "Bo mentioned you"));
  await expectShown(page, ["The results are in: Best Wipeout", "Bo mentioned you: Best Wipeout"]);
  await push(note("results", "Two results are in"));
  await expectShown(page, ["Two results are in: Best Wipeout", "Bo mentioned you: Best Wipeout"]);
  await push({ person: me, read: ["talk"], count: 1 });
  await expectShown(page, ["Two results are in: Best Wipeout"]);

  await page.goto("/inbox");
  await expectShown(page, []);
});

test("a push for somebody else names nobody, and ends their pushes here", { tag: "@long" }, async ({ open }) => {
  const { page, note } = await begin(open);
  await page.goto("/");
  const push = await pushesTo(page);
  const noted = await noteWorker(page);
  await push({ ...note("results", "Cleo won Best Wipeout"), person: "01900000-0000-7000-8000-000000000000" });
  await expectShown(page, ["Something new in Swellmates"]);
  expect(await noted()).toEqual(["unsubscribed"]);
});

test(
  "a pressed notification opens its page, and leaves what is being typed alone",
  { tag: "@long" },
  async ({ open }) => {
    const { page, seed, note } = await begin(open, desktop);
    await page.goto("/members");
    const push = await pushesTo(page);
    await push(note("results", "The results are in", { path: `/trips/${seed.trip}/leaderboard` }));
    await expectShown(page, ["The results are in: Best Wipeout"]);
    await pressNotification(page, "results");
    await expect(page).toHaveURL(`/trips/${seed.trip}/leaderboard`);
    expect(await shownOn(page)).toEqual([]);

    await page.goto("/create-squad");
    await page.getByLabel("Squad Name").fill("Dusk Patrol");
    await push(note("results", "The results are in"));
    await expectShown(page, ["The results are in: Best Wipeout"]);
    const noted = await noteWorker(page);
    await pressNotification(page, "results");
    await expect.poll(noted).toEqual([`opened /trips/${seed.trip}`]);
    await expect(page.getByLabel("Squad Name")).toHaveValue("Dusk Patrol");
  },
);

/** Switches push on in the settings. */
async function turnOn(page: Page): Promise<void> {
  await page.goto("/inbox?open=settings");
  await settings(page).getByRole("checkbox", { name: "Push on this device" }).check();
  await expect(settings(page).getByText("This device, since")).toBeVisible();
}

test("a device that is removed elsewhere stays off", { tag: "@long" }, async ({ open }) => {
  const { page } = await begin(open, desktop);
  await turnOn(page);
  const [device] = await devicesOf(page);
  await page.request.delete(`/api/push/devices/${device!.id}`);
  await page.goto("/members");
  await expect.poll(() => endpointOf(page)).toBeUndefined();
  expect(await devicesOf(page)).toEqual([]);
});

test(
  "push goes on after a new login, and with a new address of the browser",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { ana, page } = await begin(openInTrouble, desktop);
    await turnOn(page);
    const [before] = await devicesOf(page);
    const { email = "" } = await send(page.request, "GET", "/api/auth/user");
    const elsewhere = (await openInTrouble("Ana")).page.request;
    await send(elsewhere, "POST", "/api/login", { email, password: ana.password });
    await elsewhere.delete("/api/sessions");
    await page.goto("/members");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(ana.password);
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL("/members");
    await expect.poll(() => devicesOf(page)).toHaveLength(1);
    const [after] = await devicesOf(page);
    expect(after!.id).not.toBe(before!.id);

    await workerReady(page);
    await renewSubscription(page);
    await expect.poll(() => devicesOf(page)).toHaveLength(2);
  },
);

test(
  "logging out ends the pushes of this browser, its notifications and its badge",
  { tag: "@long" },
  async ({ open }) => {
    const { page, note } = await begin(open, desktop);
    const badges = await watchBadge(page);
    await turnOn(page);
    await page.keyboard.press("Escape");
    const push = await pushesTo(page);
    await push(note("results", "The results are in"));
    await expectShown(page, ["The results are in: Best Wipeout"]);
    await page.getByRole("button", { name: /Ana/ }).first().click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page.getByRole("link", { name: "Login", exact: true })).toBeVisible();
    expect(await endpointOf(page)).toBeUndefined();
    expect(await shownOn(page)).toEqual([]);
    expect(await badges()).toEqual([]);
  },
);

test("results go from the last vote over the push service to the screen", async ({ open }) => {
  const ana = await open("Ana", withWorker(desktop));
  const bo = await open("Bo");
  await givePushes(ana);
  const { page } = ana;
  const seed = await seedTrip([page.request, bo.page.request], 0);
  await turnOn(page);
  const endpoint = await endpointOf(page);
  const got = async () =>
    (await (await page.request.get("/stand-in/got", { params: { endpoint: endpoint! } })).json()) as PushMessage[];
  for (const { page: voter } of [ana, bo])
    await send(voter.request, "POST", `/api/categories/${seed.categories[1]}/vote`, { nomineeId: seed.crew[0]!["id"] });
  await expect
    .poll(async () => (await got()).map(({ show }) => show?.text))
    .toContainEqual(expect.stringContaining("Sunburn"));
  const message = (await got()).find(({ show }) => show?.text.includes("Sunburn"))!;
  const push = await pushesTo(page);
  await push(message);
  await expect.poll(async () => (await shownOn(page)).join()).toContain("Sunburn of the Week");
  await page.goto("/inbox");
  await expectShown(page, []);
  await expect.poll(async () => (await got()).at(-1)?.read).toContain(message.show!.tag);
});
