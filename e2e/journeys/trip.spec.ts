import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { addCrowd } from "../behind-the-scenes.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addTrip, castVote } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";

const crew = (page: Page) => page.getByRole("region", { name: "The Crew" });
const winners = (page: Page) => page.getByRole("region", { name: "Trip Awards" });
const actions = ["Vote on Awards", "Leaderboards", "Manage Awards", "Manage Members", "More about this trip"];

/** Expects exactly these buttons on the trip page and these entries in its menu. */
async function expectOffered(page: Page, buttons: readonly string[], entries: readonly string[]) {
  await expect(page.getByRole("link", { name: "Leaderboards" })).toBeVisible();
  for (const name of actions) {
    const action = page.getByRole("link", { name, exact: true }).or(page.getByRole("button", { name, exact: true }));
    await expect(action, name).toHaveCount(buttons.includes(name) ? 1 : 0);
  }
  if (entries.length === 0) return;
  await page.getByRole("button", { name: "More about this trip" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([...entries]);
  await page.keyboard.press("Escape");
}

test("the trip page shows the trip, its crew and their moods", async ({ open, trouble }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 2);
  await trouble.waiting("trips", async () => {
    await ana.goto(`/trips/${seed.trip}`);
    await expect(ana.getByText("Loading trip...")).toBeAttached();
  });
  await bo.goto(`/trips/${seed.trip}`);
  const squad = bo.getByRole("main").getByRole("link", { name: "Dawn Patrol" }).first();
  expect((await squad.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const year = new Date().toISOString().slice(0, 4);
  for (const page of [ana, bo]) {
    await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
    await expect(page.getByText("Ericeira, Portugal")).toBeVisible();
    await expect(page.getByText(/^Eight friends, three boards between us/)).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    for (const tag of ["#Ericeira", "#Portugal", "#SurfTrip", "#GoodVibes"])
      await expect(page.getByText(tag, { exact: true })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: /crew|categories|photos/ })).toHaveText([
      "2 crew members",
      "2 award categories",
      "2 photos and videos",
    ]);
    await expect(page.locator("[data-photo]")).toHaveCount(2);
    await expect(crew(page).getByRole("listitem")).toHaveCount(2);
  }
  for (const page of [ana, bo])
    await expect(page.getByText(new RegExp(`\\d+ \\w{3}.*${year}`)).filter({ visible: true })).toBeVisible();
  await expect(ana).toHaveTitle(/Ericeira ’26/);

  await test.step("a person sets their mood by keyboard, and the others see it", async () => {
    await ana.getByRole("button", { name: "Say how you feel" }).focus();
    await ana.keyboard.press("Enter");
    const dialog = ana.getByRole("dialog", { name: "How do you feel about this trip?" });
    await expect(dialog).toBeVisible();
    await expectFitForAll(ana, "the mood dialog");
    await dialog.getByLabel("Mood").focus();
    await ana.keyboard.type("stoked");
    await ana.keyboard.press("Tab");
    await expect(dialog.getByRole("slider", { name: "Excitement" })).toBeFocused();
    await ana.keyboard.press("End");
    await ana.keyboard.press("ArrowLeft");
    await dialog.getByLabel("Mood").press("Enter");
    await expect(dialog).toBeHidden();
    await expect(ana.getByRole("button", { name: "Change how you feel" })).toBeFocused();
    for (const page of [ana, bo]) await expect(crew(page).getByText("stoked · 9/10")).toBeVisible();
    await expect(crew(bo).getByRole("button")).toHaveCount(1);
    await ana.getByRole("button", { name: "Change how you feel" }).click();
    await dialog.getByLabel("Mood").fill("");
    await dialog.getByRole("button", { name: "Rather not say" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(crew(bo).getByText("9/10")).toHaveCount(0);
  });

  await test.step("the winners of complete awards are named", async () => {
    for (const page of [ana, bo])
      await expect(winners(page).getByRole("listitem")).toHaveText([/🥇.*Ana Berg.*Wipeout/, /🥇.*Bo Berg.*Wipeout/]);
    await expect(winners(ana).getByRole("link", { name: "See the leaderboard" })).toHaveAttribute(
      "href",
      `/trips/${seed.trip}/leaderboard`,
    );
  });

  await test.step("the buttons lead to the right pages", async () => {
    await ana.getByRole("link", { name: "Vote on Awards" }).click();
    await expect(ana).toHaveURL(`/trips/${seed.trip}/awards`);
    await ana.getByRole("link", { name: "Leaderboards" }).click();
    await expect(ana).toHaveURL(`/trips/${seed.trip}/leaderboard`);
    await ana.getByRole("link", { name: "Ericeira ’26" }).click();
    await crew(ana)
      .getByRole("link", { name: /Bo Berg/ })
      .click();
    await expect(ana).toHaveURL(`/profile/${seed.crew[1]!["id"]}`);
  });

  await test.step("the button to vote is there while an award needs the viewer's vote", async () => {
    const [, sunburn] = seed.categories;
    await castVote(bo.request, sunburn!, seed.crew[0]!);
    await expect(bo.getByRole("link", { name: "Your Votes Are In" })).toHaveAttribute("href", /\/awards$/);
    await castVote(ana.request, sunburn!, seed.crew[0]!);
    await expect(bo.getByRole("dialog", { name: "The award: Sunburn of the Week" })).toBeVisible();
    await bo.keyboard.press("Escape");
    await expect(bo.getByRole("link", { name: "View Awards" })).toHaveAttribute("href", /\/awards$/);
    await expect(winners(bo).getByRole("listitem")).toHaveCount(3);
  });
});

test("each person sees only the actions that they may take", async ({ open }) => {
  const [ana, bo, zoe] = [(await open("Ana")).page, (await open("Bo", phone)).page, (await open("Zoe")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const trip = `/trips/${seed.trip}`;
  for (const page of [ana, bo]) await page.goto(trip);
  await expectOffered(ana, actions, ["Edit Trip", "Edit Crew", "Invite Members", "Leave Trip", "Delete Trip"]);
  const member = actions.filter((name) => name !== "Manage Members");
  await expectOffered(bo, member, ["Edit Trip", "Edit Crew", "Invite Members", "Leave Trip"]);

  await send(ana.request, "PUT", `/api${trip}/members`, { userIds: [seed.crew[0]!["id"]] });
  await expectOffered(
    bo,
    member.filter((name) => name !== "Vote on Awards"),
    ["Edit Trip", "Edit Crew", "Invite Members"],
  );

  await register(zoe.request, "Zoe");
  await send(ana.request, "PUT", `/api/squads/${seed.squad}`, { name: "Dawn Patrol", isPublic: true });
  await zoe.goto(trip);
  await expectOffered(zoe, ["Leaderboards"], []);
  await expect(crew(zoe).getByRole("button")).toHaveCount(0);

  await test.step("a squadless trip offers no squad members to manage", async () => {
    const alone = await addTrip(ana.request, { name: "Alone" });
    await ana.goto(`/trips/${alone}`);
    await expect(ana.getByText("Active", { exact: true })).toHaveCount(0);
    // It has no awards to vote on either.
    const offered = member.filter((name) => name !== "Vote on Awards");
    await expectOffered(ana, offered, ["Edit Trip", "Edit Crew", "Invite Members", "Leave Trip", "Delete Trip"]);
  });
});

test("an unknown or private trip is not found; a squad's id leads to the squad", async ({ openInTrouble, trouble }) => {
  const [ana, zoe] = [(await openInTrouble("Ana")).page, (await openInTrouble("Zoe", phone)).page];
  const seed = await seedTrip([ana.request], 0);
  await register(zoe.request, "Zoe");
  await zoe.goto(`/trips/${seed.trip}`);
  await expect(zoe.getByRole("heading", { name: "Trip not found" })).toBeVisible();
  await ana.goto("/trips/nonsense");
  await expect(ana.getByRole("heading", { name: "Trip not found" })).toBeVisible();
  await ana.goto(`/trips/${seed.squad}`);
  await expect(ana).toHaveURL(`/squads/${seed.squad}`);
  await trouble.noTable("trip_members", async () => {
    await ana.goto(`/trips/${seed.trip}`);
    await expect(ana.getByRole("heading", { name: "The trip did not load" })).toBeVisible();
  });
  await ana.getByRole("button", { name: "Try again" }).click();
  await expect(ana.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
});

test("a large crew fits the trip page", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addCrowd(server, seed, 59);
  await page.goto(`/trips/${seed.trip}`);
  await expect(page.getByText("60 crew members")).toBeVisible();
  await expect(crew(page).getByRole("listitem")).toHaveCount(24);
  await crew(page).getByRole("button", { name: "Show all 60" }).click();
  await expect(crew(page).getByRole("listitem")).toHaveCount(60);
});
