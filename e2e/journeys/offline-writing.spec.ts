import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { type Person, desktop, expect, phone, test, withWorker } from "../fixtures.ts";
import { untilInstalled, untilKept } from "../offline.ts";
import { photosReady, seedTrip, send } from "../seed.ts";

const sunburn = "Sunburn of the Week";
const award = (page: Page) => page.getByRole("article", { name: sunburn });
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Comments and reactions" });
const tray = (page: Page) => page.getByRole("region", { name: "Not sent yet" });
const waits = "Waits for a connection";

async function vote(page: Page, nominee: string) {
  await award(page).getByText(nominee).click();
  await award(page)
    .getByRole("button", { name: /^(Submit|Change) Vote$/ })
    .click();
}

async function comment(page: Page, text: string) {
  await panel(page).getByRole("textbox", { name: "Your comment" }).fill(text);
  await panel(page).getByRole("button", { name: "Send", exact: true }).click();
}

/** Ana and Bo have a trip with photos, and Ana's device keeps its pages. */
async function begin(open: (name: string, device?: object) => Promise<Person>, device = phone) {
  const [{ page: ana }, { page: bo }] = [await open("Ana", withWorker(device)), await open("Bo", withWorker(desktop))];
  const { trip, crew, categories } = await seedTrip([ana.request, bo.request], 2);
  await photosReady(ana.request, trip);
  const [photo] = (await (await ana.request.get(`/api/trips/${trip}/media`)).json()) as { id: string }[];
  const paths = {
    trip: `/trips/${trip}`,
    ballot: `/trips/${trip}/awards`,
    photo: `/trips/${trip}?photo=${photo!.id}`,
  };
  await ana.goto(paths.photo);
  await untilInstalled(ana);
  for (const path of [paths.photo, paths.ballot, paths.trip]) await ana.goto(path);
  await ana.goto(paths.photo);
  await viewer(ana)
    .getByRole("button", { name: /^Comments/ })
    .click();
  await expect(panel(ana).getByRole("textbox")).toBeVisible();
  for (const kept of [
    /\/auth\/user$/,
    /\/ballot$/,
    /\/members/,
    /\/talk$/,
    new RegExp(`/api/trips/${trip}$`),
    /\/outline/,
  ])
    await untilKept(ana, kept);
  return { ana, bo, trip, crew, categories, photo: photo!.id, paths };
}

/** Everything that Ana does is done on the page that stands in the way, without a connection. */
async function doEverything(ana: Page, paths: Readonly<Record<"trip" | "ballot" | "photo", string>>) {
  await ana.context().setOffline(true);
  await viewer(ana)
    .getByRole("button", { name: /^Like, 0/ })
    .click();
  await expect(viewer(ana).getByRole("button", { name: "Like, 1 so far, waits for a connection" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await panel(ana).getByRole("button", { name: "Fire, 0 so far" }).click();
  await expect(panel(ana).getByText(waits)).toHaveCount(1);
  for (const text of ["First words", "Second words"]) {
    await comment(ana, text);
    await expect(panel(ana).getByRole("listitem").filter({ hasText: text })).toContainText(waits);
  }
  await ana.goto(paths.ballot);
  await vote(ana, "Bo Berg");
  await expect(award(ana)).toContainText(waits);
  await expect(award(ana).getByRole("button", { name: "Current Vote" })).toBeDisabled();
  await ana.goto(paths.trip);
  await ana.getByRole("button", { name: "Say how you feel" }).click();
  const dialog = ana.getByRole("dialog", { name: "How do you feel about this trip?" });
  await dialog.getByLabel("Mood").fill("stoked");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(tray(ana)).toContainText("6 things wait for a connection");
}

/** What waits is shown over the answers that the device keeps. */
async function expectShown(ana: Page, paths: Readonly<Record<"trip" | "ballot" | "photo", string>>) {
  await ana.goto(paths.trip);
  await expect(ana.getByRole("listitem").filter({ hasText: "Ana Berg (you)" })).toContainText("stoked");
  await expect(ana.getByRole("listitem").filter({ hasText: "Ana Berg (you)" })).toContainText(waits);
  await ana.goto(paths.ballot);
  await expect(award(ana).getByRole("radio", { name: "Bo Berg" })).toBeChecked();
  await expect(award(ana)).toContainText(waits);
  await ana.goto(paths.photo);
  await expect(viewer(ana).getByRole("button", { name: /^Like, 1 so far, waits/ })).toBeVisible();
  await viewer(ana)
    .getByRole("button", { name: /^Comments/ })
    .click();
  await expect(panel(ana).getByRole("button", { name: "Fire, 1 so far" })).toHaveAttribute("aria-pressed", "true");
  await expect(panel(ana).getByRole("log").getByRole("listitem")).toContainText(["First words", "Second words"]);
}

test("what is done without a connection waits, and arrives once and in order", async ({ openInTrouble }) => {
  const { ana, bo, trip, crew, categories, photo, paths } = await begin(openInTrouble);
  await bo.goto(paths.photo);
  await viewer(bo)
    .getByRole("button", { name: /^Comments/ })
    .click();
  await doEverything(ana, paths);
  await expectFitForAll(ana, "a trip with things that wait");

  const again = await ana.context().newPage();
  await ana.close();
  await expectShown(again, paths);

  await test.step("the connection is back", async () => {
    await again.context().setOffline(false);
    await expect(panel(bo).getByRole("log").getByRole("listitem")).toHaveText([/First words/, /Second words/]);
    await expect(tray(again)).toBeHidden();
    await expect(panel(again).getByText(waits)).toHaveCount(0);
    await expect(panel(again).getByRole("log").getByRole("listitem")).toHaveText([/First words/, /Second words/]);
    await expect(panel(bo).getByRole("button", { name: "Fire, 1 so far" })).toBeVisible();
    const answer = async (path: string) => (await again.request.get(path)).json();
    expect(await answer(`/api/categories/${categories[1]}/my-vote`)).toMatchObject({ nomineeId: crew[1]!["id"] });
    expect(await answer(`/api/categories/${categories[1]}/voting-progress`)).toMatchObject({ votesReceived: 1 });
    const [item] = (await answer(`/api/trips/${trip}/media`)) as { id: string; likes: number; liked: boolean }[];
    expect(item).toMatchObject({ id: photo, likes: 1, liked: true });
    await bo.goto(paths.trip);
    await expect(bo.getByRole("listitem").filter({ hasText: "Ana Berg" }).first()).toContainText("stoked");
  });
});

test(
  "what can no longer be says so, and stays until it is dismissed",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
    const { ana, categories, photo, paths } = await begin(openInTrouble, desktop);
    await ana.context().setOffline(true);
    await comment(ana, "Words that come too late");
    await ana.goto(paths.ballot);
    await vote(ana, "Bo Berg");
    await behindTheScenes(server, "update categories set closed_at = now() where id = $1", [categories[1]]);
    await behindTheScenes(server, "update media set comments_off = true where id = $1", [photo]);
    await ana.context().setOffline(false);
    const card = (text: string) => tray(ana).getByRole("listitem").filter({ hasText: text });
    await expect(card(`Your vote for ${sunburn} was not counted.`)).toContainText("Voting on this award is closed");
    await expect(card("Your comment was not sent.")).toContainText("Words that come too late");
    await expect(award(ana).getByRole("radio", { name: "Bo Berg" })).not.toBeChecked();
    await expectFitForAll(ana, "the cards of what was refused");
    await ana.reload();
    await expect(card("Your comment was not sent.")).toContainText("Comments on this photo are turned off.");
    await card("Your vote").getByRole("button", { name: "Dismiss" }).focus();
    await ana.keyboard.press("Enter");
    await expect(card("Your vote")).toBeHidden();
    await ana.reload();
    await expect(card("Your comment was not sent.")).toBeVisible();
    await card("Your comment").getByRole("button", { name: "Dismiss" }).click();
    await expect(tray(ana)).toBeHidden();
  },
);

test(
  "Ana's things wait while Ben is logged in on her device, and go when she is back",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { ana, crew, categories, paths } = await begin(openInTrouble, desktop);
    const logIn = ({ email, firstName }: Readonly<Record<string, string>>) =>
      send(ana.request, "POST", "/api/login", { email, password: `${firstName}-likes-waves` });
    const myVote = async () =>
      (await (await ana.request.get(`/api/categories/${categories[1]}/my-vote`)).json()) as {
        nomineeId: string | null;
      };
    await ana.goto(paths.ballot);
    await ana.context().setOffline(true);
    await vote(ana, "Bo Berg");
    await expect(tray(ana)).toContainText("1 thing waits for a connection");
    // Ben logs in before her page hears of the connection.
    await ana.route(/\/api\//, (route) => route.abort());
    await ana.context().setOffline(false);
    await logIn(crew[1]!);
    await ana.unroute(/\/api\//);
    await ana.goto(paths.ballot);
    await expect(award(ana).getByRole("radio", { name: "Bo Berg" })).not.toBeChecked();
    await expect(tray(ana)).toBeHidden();
    await ana.waitForTimeout(3000);
    expect(await myVote()).toMatchObject({ nomineeId: null });
    await logIn(crew[0]!);
    await ana.goto(paths.ballot);
    await expect.poll(async () => (await myVote()).nomineeId).toBe(crew[1]!["id"]);
  },
);

test(
  "a vote whose answer is lost is cast once, and undoes no later one",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { ana, crew, categories, paths } = await begin(openInTrouble, desktop);
    await ana.goto(paths.ballot);
    const keys: (string | null)[] = [];
    await ana.route(/\/vote$/, async (route) => {
      keys.push(await route.request().headerValue("idempotency-key"));
      await route.fetch();
      await route.abort();
    });
    await vote(ana, "Bo Berg");
    await expect(award(ana)).toContainText(waits);
    // On another device she has changed her mind.
    await send(ana.request, "POST", `/api/categories/${categories[1]}/vote`, { nomineeId: crew[0]!["id"] });
    await ana.unroute(/\/vote$/);
    const sent = ana.waitForRequest(/\/vote$/);
    await ana.reload();
    keys.push(await (await sent).headerValue("idempotency-key"));
    await expect(award(ana).getByRole("radio", { name: "Ana Berg" })).toBeChecked();
    await expect(tray(ana)).toBeHidden();
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
  },
);

test("logging out asks before it loses what has not been sent", { tag: "@long" }, async ({ openInTrouble }) => {
  const { ana, categories, paths } = await begin(openInTrouble, desktop);
  await comment(ana, "Seen");
  await expect(panel(ana).getByText("Sending...")).toHaveCount(0);
  await ana.context().setOffline(true);
  await viewer(ana)
    .getByRole("button", { name: /^Like, 0/ })
    .click();
  await comment(ana, "Never seen");
  await ana.goto(paths.ballot);
  await vote(ana, "Bo Berg");
  const logOut = async () => {
    await ana.getByRole("button", { name: "Ana", exact: false }).first().click();
    await ana.getByRole("menuitem", { name: "Logout" }).click();
  };
  await logOut();
  const question = ana.getByRole("alertdialog", { name: "Log out now?" });
  await expect(question).toContainText("Three things have not been sent. Log out and lose them?");
  await expectAccessible(ana, "the question before logging out");
  await ana.keyboard.press("Escape");
  await expect(tray(ana)).toContainText("3 things wait for a connection");
  await logOut();
  await question.getByRole("button", { name: "Log Out" }).click();
  await ana.waitForURL("/");
  await expect(ana.getByRole("link", { name: /^Login/ }).first()).toBeVisible();
  await expect
    .poll(() =>
      ana.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open("outbox");
            opening.addEventListener("success", () => {
              const count = opening.result.transaction("entries").objectStore("entries").count();
              count.addEventListener("success", () => resolve(count.result));
            });
          }),
      ),
    )
    .toBe(0);
  expect(categories).toHaveLength(2);
});
