import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { addCrowd } from "../behind-the-scenes.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addAward, addTrip, castVote } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";

const crew = (page: Page) => page.getByRole("region", { name: "The Crew" });
const winners = (page: Page) => page.getByRole("region", { name: "Trip Awards" });
const steps = ["Invite Members", "Add Photos", "Add Awards", "Vote on Awards", "View Awards", /^You Have Voted/];

/** Expects exactly these steps on the trip page, the first one marked, and these entries in its menu. */
async function expectOffered(page: Page, offered: readonly string[], entries: readonly string[]) {
  const more = page.getByRole("button", { name: "More about this trip" });
  await expect(more).toBeVisible();
  const row = more.locator("..");
  for (const name of steps) {
    const isOffered = offered.some((one) => (typeof name === "string" ? name === one : name.test(one)));
    const step = row.getByRole("link", { name, exact: true }).or(row.getByRole("button", { name, exact: true }));
    await expect(step, String(name)).toHaveCount(isOffered ? 1 : 0);
  }
  await expect(page.locator("main").locator(".bg-action, .bg-win").filter({ hasText: /\w/ })).toHaveText(
    offered.slice(0, 1).filter((name) => !name.startsWith("You Have Voted")),
  );
  await more.click();
  await expect(page.getByRole("menuitem")).toHaveText([...entries]);
  await page.keyboard.press("Escape");
}

test("the trip page shows the trip, its crew and their moods", async ({ open, server, trouble }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 2);
  await trouble.waiting("trips", async () => {
    await ana.goto(`/trips/${seed.trip}`);
    await expect(ana.getByText("Loading trip...")).toBeAttached();
  });
  await bo.goto(`/trips/${seed.trip}`);
  const squad = bo.getByRole("main").getByRole("link", { name: "Dawn Patrol" }).first();
  expect((await squad.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await test.step("the words of the head stand in one column, whatever the width", async () => {
    for (const width of [390, 768, 1280, 1920]) {
      await ana.setViewportSize({ width, height: 900 });
      const [chip, name, link] = await Promise.all(
        [
          ana.getByText("Active", { exact: true }),
          ana.getByRole("heading", { level: 1 }),
          ana.getByRole("main").getByRole("link", { name: "Dawn Patrol" }),
        ].map(async (one) => (await one.boundingBox())!),
      );
      expect(chip!.y + chip!.height, `${width} px`).toBeLessThanOrEqual(name!.y);
      for (const { x } of [chip!, link!]) expect(x, `${width} px`).toBe(name!.x);
    }
    await ana.setViewportSize({ width: 1280, height: 900 });
  });
  const year = new Date().toISOString().slice(0, 4);
  for (const page of [ana, bo]) {
    await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
    await expect(page.getByText("Ericeira, Portugal")).toBeVisible();
    await expect(page.getByText(/^Eight friends, three boards between us/)).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    for (const tag of ["#Ericeira", "#Portugal", "#SurfTrip", "#GoodVibes"])
      await expect(page.getByText(tag, { exact: true })).toBeVisible();
    for (const name of ["The Crew 2 crew members", "Trip Awards 2 award categories"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
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
    await dialog.getByRole("button", { name: "Rather Not Say" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(crew(bo).getByText("9/10")).toHaveCount(0);
  });

  await test.step("the winners of complete awards are named", async () => {
    for (const page of [ana, bo]) {
      await expect(winners(page).getByRole("listitem")).toHaveText([/Ana Berg.*Wipeout/, /Bo Berg.*Wipeout/]);
      const gold = page.getByRole("img", { name: "🥇" });
      await expect(winners(page).getByRole("listitem").filter({ has: gold })).toHaveCount(2);
    }
    for (const card of await winners(bo).getByRole("listitem").all()) {
      const link = card.getByRole("link");
      await expect(link).toHaveAttribute("href", `/trips/${seed.trip}/leaderboard?award=${seed.categories[0]}`);
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await expect(winners(ana).getByRole("link", { name: "See the Leaderboard" })).toHaveAttribute(
      "href",
      `/trips/${seed.trip}/leaderboard`,
    );
  });

  await test.step("the buttons lead to the right pages", async () => {
    await ana.getByRole("link", { name: "Vote on Awards" }).click();
    await expect(ana).toHaveURL(`/trips/${seed.trip}/awards`);
    await ana.goBack();
    await chooseOnTrip(ana, "Leaderboards");
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
    await expect(bo.getByRole("link", { name: "You Have Voted · 1 of 2 are done" })).toHaveAttribute(
      "href",
      /\/awards$/,
    );
    await castVote(ana.request, sunburn!, seed.crew[0]!);
    await expect(bo.getByRole("dialog", { name: "The award: Sunburn of the Week" })).toBeVisible();
    await bo.keyboard.press("Escape");
    await expect(bo.getByRole("link", { name: "View Awards" })).toHaveAttribute("href", /\/awards$/);
    await expect(winners(bo).getByRole("listitem")).toHaveCount(3);
  });

  await test.step("a trip without awards has no row for them; a large crew's title is one line", async () => {
    const bare = await addTrip(ana.request, { name: "Bare", squad: seed.squad });
    await addCrowd(server, { squad: seed.squad, trip: bare }, 110);
    await ana.goto(`/trips/${bare}`);
    const title = ana.getByRole("heading", { name: "The Crew 112 crew members" });
    expect((await title.boundingBox())!.height).toBeLessThan(40);
    await expect(winners(ana)).toHaveCount(0);
  });
});

test("each person sees the next step, and in the menu what else they may do", { tag: "@long" }, async ({ open }) => {
  const [ana, bo, zoe] = [(await open("Ana")).page, (await open("Bo", phone)).page, (await open("Zoe")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const trip = `/trips/${seed.trip}`;
  for (const page of [ana, bo]) await page.goto(trip);
  const member = ["Leaderboards", "Manage Awards", "Edit Trip", "Edit Crew", "Invite Members"];
  const all = [...member, "Manage Members", "Leave Trip", "Delete Trip"];
  // An organizer can plan a night for awards whose results are not out.
  const allWithNight = all.toSpliced(2, 0, "Plan Awards Night");
  await expectOffered(ana, ["Add Photos", "Vote on Awards"], allWithNight);
  await expectOffered(bo, ["Add Photos", "Vote on Awards"], [...member, "Leave Trip"]);

  await send(ana.request, "PUT", `/api${trip}/members`, { userIds: [seed.crew[0]!["id"]] });
  await expectOffered(bo, ["Add Photos"], member);

  await register(zoe.request, "Zoe");
  await send(ana.request, "PUT", `/api/squads/${seed.squad}`, { name: "Dawn Patrol", isPublic: true });
  await zoe.goto(trip);
  await expectOffered(zoe, [], ["Leaderboards"]);
  await expect(crew(zoe).getByRole("button")).toHaveCount(0);

  await test.step("a trip that is over asks for awards, for a vote, and then for patience", async () => {
    const over = await addTrip(ana.request, { name: "Over", squad: seed.squad, from: "2026-01-02", to: "2026-01-05" });
    await ana.goto(`/trips/${over}`);
    await expectOffered(ana, ["Add Awards"], all);
    await ana.getByRole("link", { name: "Add Awards" }).click();
    await expect(ana.getByRole("dialog", { name: /^Manage Award Categories/ })).toBeVisible();
    await ana.keyboard.press("Escape");
    const award = await addAward(ana.request, over, "Best Wipeout");
    await expectOffered(ana, ["Vote on Awards"], allWithNight);
    await castVote(ana.request, award, seed.crew[0]!);
    await expectOffered(ana, ["You Have Voted · 1 of 2 are done"], allWithNight);
    await castVote(bo.request, award, seed.crew[0]!);
    await expect(ana.getByRole("dialog", { name: "The award: Best Wipeout" })).toBeVisible();
    await ana.keyboard.press("Escape");
    await expectOffered(ana, ["View Awards"], all);
  });

  await test.step("a coming trip without a squad asks for people, and has no squad to manage", async () => {
    const alone = await addTrip(ana.request, { name: "Alone", from: "2090-07-04", to: "2090-07-11" });
    await ana.goto(`/trips/${alone}`);
    await expect(ana.getByText("Active", { exact: true })).toHaveCount(0);
    await expectOffered(ana, ["Invite Members", "Add Awards"], [...member, "Leave Trip", "Delete Trip"]);
    await ana.getByRole("link", { name: "Invite Members" }).click();
    await expect(ana.getByRole("dialog", { name: "Invite Members" })).toBeVisible();
  });

  await test.step("whoever is alone on a running trip brings somebody first, too", async () => {
    const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON().slice(0, 10);
    const alone = await addTrip(ana.request, { name: "Alone Now", from: day(-2), to: day(2) });
    await ana.goto(`/trips/${alone}`);
    await expectOffered(ana, ["Invite Members", "Add Awards"], [...member, "Leave Trip", "Delete Trip"]);
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
  await ana.getByRole("button", { name: "Try Again" }).click();
  await expect(ana.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
});

test("a large crew fits the trip page", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addCrowd(server, seed, 59);
  await page.goto(`/trips/${seed.trip}`);
  await expect(page.getByRole("heading", { name: "The Crew 60 crew members" })).toBeVisible();
  await expect(crew(page).getByRole("link")).toHaveCount(24);
  await crew(page).getByRole("button", { name: "Show all 60" }).click();
  await expect(crew(page).getByRole("link")).toHaveCount(60);
});
