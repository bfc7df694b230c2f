import type { Page, Route } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addCrowd, behindTheScenes } from "../behind-the-scenes.ts";
import { addAward, addTrip, castVote } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";
import { everythingShown, expectToast } from "../toast.ts";

const sunburn = "Sunburn of the Week";
const title = (page: Page, award: string) => page.getByRole("heading", { name: award }).getByRole("button");
const nominees = (page: Page, award: string) => page.getByRole("group", { name: `${award}: who gets it?` });
const voteButton = (page: Page, name: string, award = sunburn) =>
  page.getByRole("article", { name: award }).getByRole("button", { name, exact: true });

/** Expects exactly these entries in the menu of an award. */
async function expectOffered(page: Page, award: string, entries: readonly string[]) {
  await page.getByRole("button", { name: `More about ${award}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(entries);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}

test("crew members vote and change votes, and the last vote reveals the award to all", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  await ana.goto(`/trips/${seed.trip}/awards`);
  await bo.goto(`/trips/${seed.trip}/awards`);
  await expect(ana).toHaveTitle(/Cast your votes · Ericeira ’26/);
  await expect(ana.getByText("1 of 2 done · results open when all 2 have voted")).toBeVisible();

  await test.step("an award shows its colour, its icon and the crew", async () => {
    await expect(title(ana, sunburn)).toHaveCSS("background-image", /linear-gradient\(120deg, rgb\(255, 143, 122\)/);
    await expect(title(ana, sunburn).locator("svg")).toHaveCount(2);
    await expect(nominees(ana, sunburn).getByRole("radio")).toHaveCount(2);
    const complete = ana.getByRole("article", { name: "Best Wipeout" });
    await expect(nominees(ana, "Best Wipeout").getByRole("radio", { name: "Ana Berg" })).toBeChecked();
    await expect(voteButton(ana, "Current Vote", "Best Wipeout")).toBeDisabled();
    await expect(complete.getByText("Voting Complete!", { exact: true })).toBeVisible();
    await expect(complete.getByRole("link", { name: "View Results" })).toHaveAttribute("href", "/awards");
    await title(ana, "Best Wipeout").click();
    await expect(title(ana, "Best Wipeout")).toContainText("Current vote: Ana Berg");
    await expect(voteButton(ana, "Current Vote", "Best Wipeout")).toBeHidden();
  });

  await test.step("a click on a person picks them, a second click clears the choice", async () => {
    await expect(voteButton(ana, "Submit Vote")).toBeDisabled();
    await nominees(ana, sunburn).getByText("Bo Berg").click();
    await expect(nominees(ana, sunburn).getByRole("radio", { name: "Bo Berg" })).toBeChecked();
    await expect(voteButton(ana, "Submit Vote")).toBeEnabled();
    await nominees(ana, sunburn).getByText("Bo Berg").click();
    await expect(nominees(ana, sunburn).getByRole("radio", { name: "Bo Berg" })).not.toBeChecked();
    await expect(voteButton(ana, "Submit Vote")).toBeDisabled();
  });

  await test.step("a vote shows for everyone and can be changed", async () => {
    await nominees(ana, sunburn).getByText("Bo Berg").click();
    await voteButton(ana, "Submit Vote").click();
    await expect(voteButton(ana, "Current Vote")).toBeDisabled();
    await expect(ana.getByText("2 of 2 done")).toBeVisible();
    await expect(ana.getByRole("article", { name: sunburn }).getByText("Voted", { exact: true })).toBeVisible();
    await expect(ana.getByText("All in. Results open when all 2 have voted.")).toBeVisible();
    await expect(bo.getByText("1 of 2 votes received")).toBeVisible();
    await nominees(ana, sunburn).getByText("Ana Berg").click();
    await voteButton(ana, "Change Vote").click();
    await expect(voteButton(ana, "Current Vote")).toBeDisabled();
    await expect(ana.getByText("1 of 2 votes received")).toBeVisible();
    await ana.reload();
    await expect(nominees(ana, sunburn).getByRole("radio", { name: "Ana Berg" })).toBeChecked();
    await expect(voteButton(ana, "Current Vote")).toBeDisabled();
  });

  await test.step("the last vote reveals the award on every open page", async () => {
    await nominees(bo, sunburn).getByText("Ana Berg").click();
    await voteButton(bo, "Submit Vote").click();
    for (const page of [ana, bo]) {
      const moment = page.getByRole("dialog", { name: `The award: ${sunburn}` });
      await expect(moment).toBeVisible();
      await expect(moment.getByText(`${sunburn} goes to Ana Berg, with 2 votes!`)).toBeAttached();
      await expect(moment.getByText("2 votes", { exact: true })).toBeVisible();
    }
    await expectFitForAll(bo, "the reveal");
    await bo.keyboard.press("Escape");
    await expect(bo.getByRole("dialog")).toBeHidden();
    await ana.getByRole("link", { name: "See the Leaderboard" }).click();
    await expect(ana).toHaveURL(new RegExp(`/trips/${seed.trip}/leaderboard`));
    await expect(ana.getByRole("tab", { name: sunburn, selected: true })).toBeVisible();
  });

  await test.step("a vote can be changed after the reveal, and the page warns before", async () => {
    await ana.goto(`/trips/${seed.trip}/awards`);
    await expect(ana.getByText("Every award has found its legend.")).toBeVisible();
    await expect(ana.getByText("Voting Complete!").last()).toBeVisible();
    await expect(
      ana.getByText("All 2 votes are in. Check the leaderboard to see the results!", { exact: true }).last(),
    ).toBeVisible();
    const warning = ana.getByText("others may guess from the new counts whose it was");
    await expect(warning).toBeHidden();
    await nominees(ana, sunburn).getByText("Bo Berg").click();
    await expect(warning).toBeVisible();
    await voteButton(ana, "Change Vote").click();
    await expect(voteButton(ana, "Current Vote")).toBeDisabled();
    await expect(warning).toBeHidden();
    await ana.getByRole("link", { name: "View Results" }).last().click();
    await expect(ana).toHaveURL("/awards");
    await expect(ana.getByRole("listitem").filter({ hasText: sunburn }).getByText("Winner")).toHaveCount(2);
  });
});

test("awards to vote on come first, and no vote moves a card", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", phone)).page, (await open("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const chef = await addAward(ana.request, seed.trip, "Camp Chef");
  await addAward(ana.request, seed.trip, "Night Owl");
  await castVote(ana.request, chef, seed.crew[1]!);
  await ana.goto(`/trips/${seed.trip}/awards`);
  const cards = ana.getByRole("heading", { level: 2 });
  const order = [/^Sunburn/, /^Night Owl/, /^Camp Chef/, /^Best Wipeout/];
  await expect(cards).toHaveText(order);
  await nominees(ana, sunburn).getByText("Bo Berg").click();
  await voteButton(ana, "Submit Vote").click();
  await expect(voteButton(ana, "Current Vote")).toBeDisabled();
  await expect(ana.getByText("3 of 4 done").first()).toBeVisible();
  await expect(cards).toHaveText(order);
  await addAward(bo.request, seed.trip, "Worst Wax");
  await expect(cards).toHaveText([...order, /^Worst Wax/]);
  await ana.reload();
  await expect(cards).toHaveText([/^Night Owl/, /^Worst Wax/, /^Sunburn/, /^Camp Chef/, /^Best Wipeout/]);
});

test("on a phone five nominees and more stand two in a row, by their first names", async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addCrowd(server, seed, 4);
  await page.goto(`/trips/${seed.trip}/awards`);
  const places = nominees(page, sunburn).locator("label");
  await expect(places).toHaveCount(5);
  const topOf = async (place: number) => (await places.nth(place).boundingBox())!.y;
  expect(await topOf(1)).toBe(await topOf(0));
  expect(await topOf(2)).toBeGreaterThan(await topOf(1));
  await expectFitForAll(page, "two nominees in a row");
  await page.setViewportSize({ width: 320, height: 568 });
  const own = places.filter({ hasText: "Ana Berg" });
  await own.getByText("Ana", { exact: true }).click();
  await expect(nominees(page, sunburn).getByRole("radio", { name: "Ana Berg", exact: true })).toBeChecked();
});

test("results wait sealed until the last vote is in, then play as one series", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [(await open("Ana", phone)).page, (await open("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const [nominee] = seed.crew;
  const others: string[] = [];
  for (const name of ["Camp Chef", "Night Owl"]) others.push(await addAward(ana.request, seed.trip, name));
  for (const award of [seed.categories[1]!, ...others]) await castVote(bo.request, award, nominee!);
  for (const page of [ana, bo]) await page.goto(`/trips/${seed.trip}/awards`);
  const moment = (page: Page, award: string) => page.getByRole("dialog", { name: `The award: ${award}` });
  const sticker = (award: string) => ana.getByRole("article", { name: award }).getByText("Result is in");
  const vote = async (award: string) => {
    await nominees(ana, award).getByText("Ana Berg").click();
    await voteButton(ana, "Submit Vote", award).click();
  };

  await test.step("a person with an open ballot gets a sticker, the others see the moment", async () => {
    await vote(sunburn);
    await expect(moment(bo, sunburn)).toBeVisible();
    await expect(sticker(sunburn)).toBeVisible();
    await expect(ana.getByRole("dialog")).toHaveCount(0);
    // The next award to vote on moves up, below the bar and the progress. The result makes the card above it taller meanwhile.
    const top = async () => (await title(ana, "Camp Chef").boundingBox())!.y;
    await expect.poll(top).toBeLessThan(300);
    expect(await top()).toBeGreaterThan(100);
    await expect(ana.getByRole("progressbar", { name: "Your ballot" })).toBeInViewport();
    await ana.reload();
    await expect(sticker(sunburn)).toBeVisible();
    await expect(sticker("Best Wipeout")).toHaveCount(0);
  });

  await test.step("a result that comes while the page is away waits too", async () => {
    await ana.goto("/members");
    await castVote(ana.request, others[0]!, nominee!);
    await ana.goto(`/trips/${seed.trip}/awards`);
    await expect(sticker("Camp Chef")).toBeVisible();
    await expect(ana.getByRole("button", { name: "See the 2 results" })).toBeVisible();
  });

  await test.step("the last vote plays all of them, and Escape goes to the next", async () => {
    await vote("Night Owl");
    for (const award of [sunburn, "Camp Chef", "Night Owl"]) {
      await expect(moment(ana, award).getByText(`${award} goes to Ana Berg`)).toBeAttached();
      await ana.keyboard.press("Escape");
    }
    await expect(ana.getByRole("dialog")).toHaveCount(0);
    await expect(ana.getByText("Result is in")).toHaveCount(0);
    await expect(ana.getByRole("button", { name: /^See the/ })).toHaveCount(0);
  });
});

test("an organizer closes an award early, and nobody can vote on it any more", async ({ open, server }) => {
  const [ana, bo] = [(await open("Ana")).page, (await open("Bo", phone)).page];
  const others = [(await open("Cleo")).page.request, (await open("Dora")).page.request];
  const seed = await seedTrip([ana.request, bo.request, ...others], 0);
  const [, award] = seed.categories;
  for (const page of [ana, bo]) await page.goto(`/trips/${seed.trip}/awards`);
  await expect(nominees(ana, sunburn)).toBeVisible();
  const opener = ana.getByRole("button", { name: `More about ${sunburn}` });
  await expectOffered(ana, sunburn, ["Take My Name Off"]);
  for (const voter of [bo.request, ...others]) await castVote(voter, award!, seed.crew[1]!);
  await expect(ana.getByText("once three others who have been on the crew for a day have voted")).toBeVisible();
  await behindTheScenes(server, "update trip_members set joined_at = now() - interval '1 day' where trip_id = $1", [
    seed.trip,
  ]);
  await ana.reload();

  const ask = async () => {
    await opener.click();
    await ana.getByRole("menuitem", { name: "Close voting" }).click();
  };
  await ask();
  const question = ana.getByRole("alertdialog", { name: `Close the vote on “${sunburn}”?` });
  await expect(question).toContainText("3 of 4 votes are in.");
  await expectFitForAll(ana, "closing a vote");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(opener).toBeFocused();
  await expectOffered(bo, sunburn, ["Take My Name Off"]);

  await ask();
  await question.getByRole("button", { name: "Close voting" }).click();
  for (const page of [ana, bo]) {
    await expect(page.getByRole("dialog", { name: `The award: ${sunburn}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Ana Berg closed the vote with 3 ballots.")).toBeVisible();
    await expect(page.getByText("Every award has found its legend.")).toBeVisible();
    await expect(nominees(page, sunburn).getByRole("radio", { name: "Bo Berg" })).toBeDisabled();
    await expect(voteButton(page, "Submit Vote")).toHaveCount(0);
  }
});

test("a vote that fails is undone, and a toast says why", async ({ openInTrouble, server, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const words = await everythingShown(page);
  const seed = await seedTrip([page.request], 0);
  const other = await addAward(page.request, seed.trip, "Camp Chef");

  await trouble.noTable("categories", async () => {
    await page.goto(`/trips/${seed.trip}/awards`);
    await expect(page.getByRole("heading", { name: "Failed to load voting data" })).toBeVisible();
  });
  // A live hint may load the ballot before the press.
  const tryAgain = page.getByRole("button", { name: "Try Again" });
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1000 });
    await expect(nominees(page, sunburn)).toBeVisible({ timeout: 2000 });
  }).toPass();

  await nominees(page, sunburn).getByText("Ana Berg").click();
  const submit = voteButton(page, "Submit Vote");
  await trouble.noWrites("votes", async () => {
    await submit.click();
    await expectToast(page, "Failed to cast vote");
  });
  await expect(page.getByText("1 of 3 done").first()).toBeVisible();
  await expect(submit).toBeEnabled();

  await test.step("a refusal shows the server's reason", async () => {
    // The award closes while the vote is on its way, so that the page cannot hear of it before.
    const closeFirst = async (route: Route) => {
      await behindTheScenes(server, "update categories set closed_at = now() where id = $1", [other]);
      await route.continue();
    };
    await page.route("**/api/categories/*/vote", closeFirst, { times: 1 });
    // By keyboard: the toast stands over the lower edge of the ballot, and stays while a pointer rests on it.
    await nominees(page, "Camp Chef").getByRole("radio", { name: "Ana Berg" }).press("Space");
    await voteButton(page, "Submit Vote", "Camp Chef").press("Enter");
    await expectToast(page, "Failed to cast vote", "Voting on this award is closed");
    await expect(nominees(page, "Camp Chef").getByRole("radio")).toBeDisabled();
  });

  await test.step("a logged-out voter goes to the sign-in page, which leads back", async () => {
    await page.context().clearCookies();
    const pressed = Date.now();
    await submit.click();
    await expect(page).toHaveURL(/\/auth\?return=/);
    expect(words.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."))).toBe(true);
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(500);
    expect(new URL(page.url()).searchParams.get("return")).toBe(`/trips/${seed.trip}/awards`);
  });
});

test("voters find people by name in a crew of sixty", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addCrowd(server, seed, 59);
  for (let i = 2; i < 30; i++) await addAward(page.request, seed.trip, `Award ${i}`);
  await page.goto(`/trips/${seed.trip}/awards`);
  await expect(page.getByText("1 of 30 done · results open when all 60 have voted")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(30);
  await expect(page.getByRole("heading", { level: 2 }).getByRole("button", { expanded: true })).toHaveCount(30);

  await expect(nominees(page, "Award 29")).toHaveCount(0);
  await page.getByRole("article", { name: "Award 29" }).scrollIntoViewIfNeeded();
  await expect(nominees(page, "Award 29").getByRole("radio")).toHaveCount(60);
  await nominees(page, "Award 29").getByLabel("Find someone").fill("fríend 4 swell");
  await expect(nominees(page, "Award 29").getByRole("radio")).toHaveCount(15);
  await nominees(page, "Award 29").getByLabel("Find someone").fill("friend 42");
  await nominees(page, "Award 29").getByText("Friend 42", { exact: true }).click();
  await voteButton(page, "Submit Vote", "Award 29").click();
  await expect(page.getByText("2 of 30 done").first()).toBeVisible();
  const last = page.getByRole("article", { name: "Award 29" });
  await expect(last.getByText("This award can be closed once three others")).toBeVisible();
  await expectOffered(page, "Award 29", ["Take My Name Off"]);
  await nominees(page, "Award 29").getByLabel("Find someone").fill("nobody");
  await expect(nominees(page, "Award 29").getByText("Nobody of that name is on the crew.")).toBeVisible();
});

test("voting works by keyboard alone", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", { ...desktop, reducedMotion: "reduce" })).page, (await open("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  await castVote(bo.request, seed.categories[1]!, seed.crew[0]!);
  await ana.goto(`/trips/${seed.trip}/awards`);
  await title(ana, sunburn).focus();
  await ana.keyboard.press("Tab");
  const choice = (name: string) => nominees(ana, sunburn).getByRole("radio", { name });
  await expect(choice("Ana Berg")).toBeFocused();
  await ana.keyboard.press("Space");
  await expect(choice("Ana Berg")).toBeChecked();
  await ana.keyboard.press("Space");
  await expect(choice("Ana Berg")).not.toBeChecked();
  await ana.keyboard.press("ArrowDown");
  await expect(choice("Bo Berg")).toBeChecked();
  await ana.keyboard.press("Tab");
  await expect(voteButton(ana, "Submit Vote")).toBeFocused();
  await ana.keyboard.press("Enter");

  const moment = ana.getByRole("dialog", { name: `The award: ${sunburn}` });
  await expect(moment.getByText(`${sunburn} goes to Ana Berg and Bo Berg, with 1 vote each!`)).toBeAttached();
  await expect(ana.locator("canvas")).toHaveCount(0);
  await ana.keyboard.press("Escape");
  await expect(moment).toBeHidden();
  await expect(choice("Bo Berg")).toBeFocused();
});

test("the ballot page says when there are no awards, or when the viewer may not vote", async ({ openInTrouble }) => {
  const [ana, cleo] = [(await openInTrouble("Ana")).page, (await openInTrouble("Cleo", phone)).page];
  const seed = await seedTrip([ana.request], 0);
  const bare = await addTrip(ana.request, { name: "Peniche" });
  await ana.goto(`/trips/${bare}/awards`);
  await expect(ana.getByText("No awards to vote on yet")).toBeVisible();
  await ana.getByRole("link", { name: "Manage Awards" }).click();
  await expect(ana.getByRole("dialog", { name: "Manage Award Categories · Peniche" })).toBeVisible();

  await register(cleo.request, "Cleo");
  await cleo.goto(`/trips/${seed.trip}/awards`);
  await expect(cleo.getByRole("heading", { name: "Trip not found" })).toBeVisible();
  await send(cleo.request, "POST", `/api/trips/${seed.squad}/join`, { invite: seed.invite });
  await cleo.goto(`/trips/${seed.trip}/awards`);
  await expect(cleo.getByText("This award was decided before you joined.")).toHaveCount(1);
  await expect(nominees(cleo, "Best Wipeout").getByRole("radio").first()).toBeDisabled();
  await expect(voteButton(cleo, "Submit Vote", "Best Wipeout")).toHaveCount(0);
  await expect(voteButton(cleo, "Submit Vote")).toBeVisible();
  const crew = seed.crew.map(({ id }) => id);
  await send(ana.request, "PUT", `/api/trips/${seed.trip}/members`, { userIds: crew });
  await cleo.goto(`/trips/${seed.trip}/awards`);
  await expect(cleo.getByText("Only the crew votes. The results open to you too.")).toBeVisible();
  await expect(nominees(cleo, sunburn).getByRole("radio")).toBeDisabled();
  await expect(cleo.getByRole("button", { name: "Submit Vote" })).toHaveCount(0);
});
