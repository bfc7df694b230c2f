import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { countTaps } from "../count-taps.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { register, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();

/** Ana's squad with a trip that is on, and its invite link. */
async function openSquad(ana: Page, isPublic = false) {
  await register(ana.request, "Ana");
  const made = await send(ana.request, "POST", "/api/squads", { name: "Dawn Patrol", isPublic });
  const squad = String(made["id"]);
  const plan = { squadId: squad, name: "Peniche", location: "Portugal", startDate: day(-1), endDate: day(1) };
  const trip = String((await send(ana.request, "POST", "/api/trips", plan))["id"]);
  const { squad: shown } = (await send(ana.request, "GET", `/api/squads/${squad}`)) as unknown as {
    squad: { inviteUrl: string };
  };
  return { squad, trip, link: shown.inviteUrl };
}

/** Slow 3G as Chromium's developer tools have it, and a processor that is four times slower. */
async function slowDown(page: Page): Promise<void> {
  const developer = await page.context().newCDPSession(page);
  await developer.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await developer.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

test("a stranger's photo is on everybody's wall after three taps and a name @long", async ({ open }) => {
  test.slow();
  const [ana, tom] = [await open("Ana", desktop), await open("Tom", phone)];
  const { trip, link } = await openSquad(ana.page);
  await ana.page.goto(`/trips/${trip}`);
  const { page } = tom;
  await slowDown(page);
  const taps = await countTaps(page);
  await page.goto(link, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible({ timeout: 30_000 });
  // The system's keyboard is not counted: the field is typed into, and the keyboard's own key would sit down too.
  await page.getByLabel("Who are you?").focus();
  await page.keyboard.type("Tom");
  await page.getByRole("button", { name: "Take a Seat" }).tap();
  await expect(page).toHaveURL(`/trips/${trip}`, { timeout: 60_000 });
  const add = page.getByRole("button", { name: /^Add Photos/ }).first();
  await add.scrollIntoViewIfNeeded({ timeout: 60_000 });
  const picker = page.waitForEvent("filechooser");
  await add.tap();
  await (await picker).setFiles(photo("reef.jpg", [10, 120, 200]));
  await page.getByRole("button", { name: /^Upload 1/ }).tap({ timeout: 60_000 });
  await expect(ana.page.getByRole("button", { name: /reef\.jpg|Photo by Tom/ }).first()).toBeVisible({
    timeout: 90_000,
  });
  expect(taps()).toBeLessThanOrEqual(3);
});

test("a seat comes back by its personal link, and becomes an account", async ({ openInTrouble: open }) => {
  const [ana, tom, other] = [await open("Ana", desktop), await open("Tom", phone), await open("Other", desktop)];
  const { squad, trip, link } = await openSquad(ana.page);
  await tom.page.goto(link);
  await expect(tom.page.getByText("Next: Peniche")).toBeVisible();
  await expectFitForAll(tom.page, "the invitation");
  await tom.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(tom.page.getByText("Please enter your first name")).toBeVisible();
  await tom.page.getByLabel("Who are you?").fill("Tom");
  await tom.page.keyboard.press("Enter");
  await expect(tom.page).toHaveURL(`/trips/${trip}`);
  await test.step("the step to take now opens the picker with one press", async () => {
    const picker = tom.page.waitForEvent("filechooser");
    await tom.page.locator("main .bg-action").filter({ hasText: "Add Photos" }).tap();
    await (await picker).setFiles(photo("reef.jpg", [10, 120, 200]));
    await expect(tom.page.getByRole("button", { name: "Upload 1 File" })).toBeVisible();
    await tom.page.getByRole("button", { name: "Upload 1 File" }).tap();
    await expect(tom.page.getByText("1 photo is in")).toBeVisible();
  });
  await test.step("the notice keeps its cross beside its button on a narrow phone", async () => {
    await tom.page.setViewportSize({ width: 360, height: 740 });
    const [press, cross] = await Promise.all(
      ["Your Way Back In", "Later"].map(async (name) => tom.page.getByRole("button", { name }).boundingBox()),
    );
    expect(Math.abs(press!.y - cross!.y)).toBeLessThan(8);
    expect(cross!.x).toBeGreaterThan(press!.x);
    await tom.page.setViewportSize(phone.viewport!);
  });

  await tom.page.getByRole("button", { name: "Your Way Back In" }).click();
  const dialog = tom.page.getByRole("dialog", { name: "Your Way Back In" });
  await dialog.getByRole("button", { name: "Make My Link" }).click();
  const personal = await dialog.getByLabel("Your personal link").inputValue();
  expect(new URL(personal).hash).toMatch(/^#[\w-]{32}$/);
  await expectFitForAll(tom.page, "the way back");
  await tom.page.keyboard.press("Escape");
  await expect(tom.page.getByText("Your seat lives in this browser alone.")).toBeHidden();

  await other.page.goto(personal);
  await expect(other.page).toHaveURL(`/squads/${squad}`);
  await other.page.goto("/create-squad");
  await other.page.getByRole("button", { name: "Keep My Seat" }).click();
  const keep = other.page.getByRole("dialog", { name: "Keep My Seat" });
  await keep.getByLabel("Email").fill(other.email);
  await keep.getByLabel("Password", { exact: true }).fill("tom-likes-waves");
  await expectFitForAll(other.page, "keeping the seat");
  await keep.getByRole("button", { name: "Keep My Seat" }).click();
  await expect(other.page.getByLabel("Squad Name")).toBeVisible();

  // The link has ended, and the first device is the same person with an account.
  await tom.page.reload();
  await expect(tom.page.getByText("Peniche").first()).toBeVisible();
  const late = await open("Late", desktop);
  await late.page.goto("/");
  await late.page.goto(personal);
  await expect(late.page.getByText("This link has ended.")).toBeVisible();
});

test("an admin makes a new link for a seat that lost its way", async ({ openInTrouble: open }) => {
  const [ana, tom] = [await open("Ana", desktop), await open("Tom", phone)];
  const { squad, link } = await openSquad(ana.page);
  await tom.page.goto(link);
  await tom.page.getByLabel("Who are you?").fill("Tom");
  await tom.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(tom.page).toHaveURL(/trips/);
  await tom.page.context().clearCookies();

  await ana.page.goto(`/squads/${squad}`);
  await ana.page.getByRole("button", { name: "Manage Members" }).click();
  await expect(ana.page.getByText(/^Sat down .* with Chrome/)).toBeVisible();
  await ana.page.getByRole("button", { name: "Manage Tom" }).click();
  await ana.page.getByRole("menuitem", { name: "New Personal Link" }).click();
  await ana.page.getByRole("button", { name: "Make the Link" }).click();
  const personal = await ana.page.getByLabel("Personal link").inputValue();
  await tom.page.goto(personal);
  await expect(tom.page).toHaveURL(`/squads/${squad}`);
  await expect(tom.page.getByText("Ana made a new link for you.")).toBeVisible();
});

test("a seat that opens another squad's link is offered to keep it", async ({ openInTrouble: open }) => {
  const [ana, bo, tom] = [await open("Ana", desktop), await open("Bo", desktop), await open("Tom", phone)];
  const first = await openSquad(ana.page);
  await register(bo.page.request, "Bo");
  const made = await send(bo.page.request, "POST", "/api/squads", { name: "Pier Pressure", isPublic: true });
  await tom.page.goto(first.link);
  await tom.page.getByLabel("Who are you?").fill("Tom");
  await tom.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(tom.page).toHaveURL(/trips/);
  await tom.page.goto(`/join-squad/${made["id"]}`);
  await expect(tom.page.getByText("You have a seat in Dawn Patrol. Keep it, and you can join here too.")).toBeVisible();
  await expect(tom.page.getByRole("button", { name: "Keep My Seat" })).toBeVisible();
});

test("a newcomer picks the name that friends wrote down, and only one gets it", async ({ openInTrouble: open }) => {
  const [ana, maya, late] = [await open("Ana", desktop), await open("Maya", phone), await open("Late", phone)];
  const { squad, link } = await openSquad(ana.page);
  await ana.page.goto(`/squads/${squad}`);
  await ana.page.getByRole("button", { name: "Who Is Still to Come?" }).click();
  const dialog = ana.page.getByRole("dialog", { name: "Who Is Still to Come?" });
  await dialog.getByLabel("Names").fill("Maya\nTom");
  await expectFitForAll(ana.page, "the names to come");
  await dialog.getByRole("button", { name: "Add Names" }).click();
  await expect(ana.page.getByText("Not here yet")).toHaveCount(2);

  // Late chooses before the code of the page has arrived.
  const code = Promise.withResolvers<void>();
  await late.page.route(/\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await late.page.goto(link, { waitUntil: "commit" });
  await late.page.getByText("Maya", { exact: true }).click();
  code.resolve();
  await maya.page.goto(link);
  await expectFitForAll(maya.page, "the invitation with names");
  await test.step("the keyboard shows where it is, on a chosen name too", async () => {
    await maya.page.getByRole("radio", { name: "Tom" }).focus();
    await maya.page.keyboard.press("ArrowUp");
    await expect(maya.page.getByRole("radio", { name: "Maya" })).toBeChecked();
    // The text of a chosen name has the colour of the page, on which a ring of that colour would not show.
    const [ring, text] = await maya.page
      .getByText("Maya", { exact: true })
      .evaluate((label) => [getComputedStyle(label).outlineColor, getComputedStyle(label).color]);
    expect(ring).not.toBe(text);
  });
  await maya.page.getByText("Maya", { exact: true }).click();
  await maya.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(maya.page).toHaveURL(/trips/);
  // The crew of the trip shows who is still to come.
  await expect(maya.page.getByText("Not here yet")).toHaveCount(1);

  await late.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(late.page.getByText("Somebody else has just taken this name. Choose again.")).toBeVisible();
  await late.page.getByText("Someone else").click();
  await late.page.getByLabel("Your name").fill("Late");
  await late.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(late.page).toHaveURL(/trips/);
  await expect(ana.page.getByText("Not here yet")).toHaveCount(1);
  await expect(ana.page.getByRole("link", { name: "Maya" })).toBeVisible();
});

test("where only confirmed people vote, a seat votes once an admin has confirmed it", async ({ open }) => {
  const [ana, tom] = [await open("Ana", desktop), await open("Tom", phone)];
  const { squad, trip, link } = await openSquad(ana.page);
  await send(ana.page.request, "POST", `/api/trips/${trip}/categories`, {
    name: "Best Hat",
    description: "For hats",
    order: 0,
  });
  await tom.page.goto(link);
  await tom.page.getByLabel("Who are you?").fill("Tom");
  await tom.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(tom.page).toHaveURL(/trips/);

  await ana.page.goto(`/trips/${trip}`);
  await ana.page.getByRole("button", { name: "More about this trip" }).click();
  await ana.page.getByRole("menuitem", { name: "Edit Trip" }).click();
  await ana.page.getByLabel("Confirmed people only").check();
  await expectFitForAll(ana.page, "the switch for confirmed people");
  await ana.page.getByRole("button", { name: "Update Trip" }).click();
  await expectToast(ana.page, "Trip updated successfully!");

  await tom.page.goto(`/trips/${trip}/awards`);
  await expect(tom.page.getByText("Only confirmed people vote on this trip.")).toBeVisible();
  await expect(tom.page.getByText("Or ask an admin of Dawn Patrol to confirm you: Ana")).toBeVisible();
  await tom.page.getByRole("button", { name: "Keep My Seat" }).click();
  await expect(tom.page.getByRole("dialog", { name: "Keep My Seat" })).toBeVisible();
  await tom.page.keyboard.press("Escape");
  await expect(tom.page.getByRole("radio", { name: /Ana/ })).toBeDisabled();
  await expectFitForAll(tom.page, "the ballot of a seat that is not confirmed");

  await ana.page.goto(`/squads/${squad}`);
  await ana.page.getByRole("button", { name: "Manage Members" }).click();
  await ana.page.getByRole("button", { name: "Manage Tom" }).click();
  await ana.page.getByRole("menuitem", { name: "Confirm" }).click();
  const confirm = ana.page.getByRole("alertdialog", { name: "Confirm Tom?" });
  await expect(confirm).toBeVisible();
  await expectFitForAll(ana.page, "confirming a seat");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(ana.page.getByText(/Ana confirmed them/)).toBeVisible();

  // The ballot hears of it.
  await tom.page.getByText("Ana Berg").click();
  await tom.page.getByRole("button", { name: "Submit Vote" }).click();
  await expect(tom.page.getByText("Voted", { exact: true })).toBeVisible();
  await expect(tom.page.getByText(/results open when all 2 have voted · Confirmed people only/)).toBeVisible();
});

/** The browsers inside chat apps, as they name themselves. */
const chatBrowsers = {
  Instagram:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 Instagram 350.0.0.28.90",
  Messenger:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 [FBAN/MessengerForiOS;FBAV/480.0]",
  WhatsApp:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 WhatsApp/2.24",
};

test("the browser of a chat that keeps no cookies is told what to do", async ({ openInTrouble: open }) => {
  const ana = await open("Ana", desktop);
  const { link, trip } = await openSquad(ana.page);
  for (const [chat, userAgent] of Object.entries(chatBrowsers)) {
    const { page } = await open(chat, { ...phone, userAgent });
    // Some of these browsers have no storage either.
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("The operation is insecure.", "SecurityError");
          },
        });
    });
    await page.goto(link);
    await page.getByLabel("Who are you?").fill(chat);
    await page.route("**/api/squads/*/seats", async (route) => {
      const answer = await route.fetch();
      const { "set-cookie": _, ...headers } = answer.headers();
      await page.context().clearCookies();
      await route.fulfill({ response: answer, headers });
    });
    await page.getByRole("button", { name: "Take a Seat" }).click();
    await expect(page.getByText("This browser keeps no cookies, so it forgets your seat.")).toBeVisible();

    // With cookies, the same key gives the same seat.
    await page.unroute("**/api/squads/*/seats");
    await page.getByRole("button", { name: "Take a Seat" }).click();
    await expect(page).toHaveURL(`/trips/${trip}`);
  }
});
