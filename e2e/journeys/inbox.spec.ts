import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { photo } from "../app.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { addPhoto, photosReady, seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

const bell = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
const entry = (page: Page, text: string | RegExp) => page.getByRole("main").getByRole("link", { name: text });

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab did not reach it");
}

/** Ana and Bo with a trip, and Bo on its page. What came before is seen. */
async function begin(open: (name: string, options?: typeof phone) => Promise<Person>, options = desktop) {
  const [ana, bo] = [(await open("Ana")).page.request, (await open("Bo", options)).page];
  const seed = await seedTrip([ana, bo.request], 0);
  await bo.request.put("/api/inbox/seen", { data: { until: new Date().toISOString() } });
  await bo.goto(`/trips/${seed.trip}`);
  await expect(bell(bo)).toHaveAccessibleName("Inbox");
  /** A picture that is not developed yet is none. */
  const anaAddsPhoto = async () => {
    await addPhoto(ana, seed.trip, photo("wave.png", [18, 147, 143]));
    await photosReady(ana, seed.trip);
  };
  return { ana, bo, seed, anaAddsPhoto };
}

test("the bell counts what friends do, and the inbox leads there", async ({ open }) => {
  const { ana, bo, seed, anaAddsPhoto } = await begin(open);
  await anaAddsPhoto();
  // It asks at most once in ten seconds.
  await expect(bell(bo)).toHaveAccessibleName("Inbox, 1 new", { timeout: 15_000 });
  const award = { name: "Camp Chef", description: "One oven", icon: "fas fa-star", color: "green", order: 2 };
  await send(ana, "POST", `/api/trips/${seed.trip}/categories`, award);
  await expect(bell(bo)).toHaveAccessibleName("Inbox, 2 new", { timeout: 15_000 });

  const other = await bo.context().newPage();
  await other.goto("/members");
  await expect(bell(other)).toHaveAccessibleName("Inbox, 2 new");

  await bell(bo).focus();
  await bo.keyboard.press("Enter");
  await expect(bo.getByRole("heading", { level: 1, name: "Inbox" })).toBeFocused();
  await expect(bo.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
  const added = entry(bo, /New: Ana added 1 photo to Ericeira/);
  await expect(added).toBeVisible();
  await expect(bell(bo)).toHaveAccessibleName("Inbox");
  await expect(added, "the dot stays on this visit").toBeVisible();
  await expect(bell(other)).toHaveAccessibleName("Inbox", { timeout: 15_000 });

  await tabTo(bo, entry(bo, /awards to Ericeira/));
  await bo.keyboard.press("Enter");
  await expect(bo).toHaveURL(`/trips/${seed.trip}/awards`);
  await bo.goBack();
  await expect(entry(bo, /^Ana added 1 photo/), "no dot on the next visit").toBeVisible();
});

test("a person chooses what they hear of", async ({ open }) => {
  const { bo, seed, anaAddsPhoto } = await begin(open, phone);
  await anaAddsPhoto();
  await bo.goto("/inbox");
  await expect(entry(bo, /added 1 photo/)).toBeVisible();
  await bo.getByRole("button", { name: "Inbox Settings" }).click();
  const dialog = bo.getByRole("dialog", { name: "Inbox Settings" });
  await dialog.getByRole("checkbox", { name: "Hearts and reactions: mail" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Photos and videos: inbox" }).uncheck();
  await expect(dialog.getByRole("checkbox", { name: "Photos and videos: mail" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Quiet hours" }).check();
  await dialog.getByLabel("To", { exact: true }).fill("09:30");
  await dialog.getByLabel("Mute Dawn Patrol").selectOption("For 1 week");
  await dialog.getByText("All topics").click();
  await dialog.getByRole("group", { name: "What you hear of Dawn Patrol" }).getByLabel("Awards Nights").uncheck();
  await expect(dialog.getByText("Without Awards Nights")).toBeVisible();
  await expectAccessible(bo, "inbox settings");
  await expectNoSideways(bo, "inbox settings");
  const kept = async () => (await bo.request.get("/api/inbox/settings")).json();
  await expect.poll(kept).toMatchObject({
    off: ["photos"],
    noMail: ["likes"],
    quiet: { from: "22:00", to: "09:30" },
    squads: [{ squadId: seed.squad, off: ["nights"], mutedUntil: expect.any(String) }],
  });
  await bo.keyboard.press("Escape");
  await expect(entry(bo, /added 1 photo/)).toBeHidden();

  await bo.goto("/inbox?open=settings");
  await expect(dialog.getByRole("checkbox", { name: "Photos and videos: inbox" })).not.toBeChecked();
  await expect(dialog.getByLabel("Mute Dawn Patrol")).toHaveValue("muted");
});

test("a squad is muted on its page", async ({ open }) => {
  const { bo, seed, anaAddsPhoto } = await begin(open);
  await bo.goto(`/squads/${seed.squad}`);
  const ask = async () => {
    await bo.getByRole("button", { name: "More", exact: true }).first().click();
    await bo.getByRole("menuitem", { name: "Mute This Squad Until…" }).click();
  };
  await ask();
  await bo.getByRole("dialog").getByRole("button", { name: "Until I unmute it" }).click();
  await expectToast(bo, "Muted until you unmute it");
  await anaAddsPhoto();
  await bo.goto("/inbox");
  await expect(entry(bo, /^Ana added 1 photo/), "it is told and not new").toBeVisible();
  await expect(bell(bo)).toHaveAccessibleName("Inbox");
  await bo.goto(`/squads/${seed.squad}`);
  await ask();
  await bo.getByRole("dialog").getByRole("button", { name: "Unmute", exact: true }).click();
  await expectToast(bo, "Not muted any more");
});

test("a choice that does not arrive is taken back, and a sentence says so", async ({ openInTrouble }) => {
  const { bo } = await begin(openInTrouble);
  await bo.goto("/inbox?open=settings");
  const hearts = bo.getByRole("checkbox", { name: "Hearts and reactions: inbox" });
  const awards = bo.getByRole("checkbox", { name: "Awards and results: inbox" });
  await expect(hearts).toBeChecked();
  let calls = 0;
  await bo.route("**/api/inbox/settings", (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    calls += 1;
    return calls === 1 ? route.abort() : route.continue();
  });
  await hearts.click();
  await awards.click();
  await expectToast(bo, "Not Saved");
  await expect(hearts).toBeChecked();
  await expect(awards).not.toBeChecked();
  const kept = async () => (await bo.request.get("/api/inbox/settings")).json();
  await expect.poll(kept).toMatchObject({ off: ["awards"] });
});

test("the bell and the inbox survive a dead line", async ({ openInTrouble }) => {
  const { ana, bo, seed } = await begin(openInTrouble);
  await addPhoto(ana, seed.trip, photo("wave.png", [18, 147, 143]));
  await bo.route("**/api/inbox/seen", (route) => route.abort());
  await bo.goto("/inbox");
  await expect(entry(bo, /New: Ana added 1 photo/)).toBeVisible();
  await bo.waitForTimeout(1500);
  await bo.unroute("**/api/inbox/seen");
  // The next hint is another try.
  const seen = bo.waitForResponse("**/api/inbox/seen");
  await addPhoto(ana, seed.trip, photo("reef.png", [14, 90, 115]));
  expect((await seen).status()).toBe(204);
  await expect(bell(bo)).toHaveAccessibleName("Inbox");
});
