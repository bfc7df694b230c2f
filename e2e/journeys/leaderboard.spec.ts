import { desktop, expect, phone, test } from "../fixtures.ts";
import { addCrowd, behindTheScenes } from "../behind-the-scenes.ts";
import { addAward, addTrip, castVote } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";

test("the leaderboard shows who leads, award by award, and keeps open votes secret", async ({ open, trouble }) => {
  const [ana, bo, cleo] = [await open("Ana", desktop), await open("Bo", phone), await open("Cleo")];
  const { page } = ana;
  const requests = [page.request, bo.page.request, cleo.page.request] as const;
  const seed = await seedTrip(requests, 0);
  await send(bo.page.request, "PATCH", "/api/auth/user", { bio: "Lives in a van." });
  const more = ["Camp Chef", "Dawn Patrol Legend", "Night Owl", "Worst Wax"];
  const awards = [];
  for (const name of more) awards.push(await addAward(page.request, seed.trip, name));
  // In Best Wipeout, Bo has 2 votes and Ana 1. In Camp Chef each has one. Sunburn is still open and has a vote for Cleo.
  for (const [i, request] of requests.entries()) await castVote(request, awards[0]!, seed.crew[i]!);
  await castVote(page.request, seed.categories[1]!, seed.crew[2]!);
  const address = `/trips/${seed.trip}/leaderboard`;

  await trouble.waiting("categories", async () => {
    await page.goto(address);
    await expect(page.getByText("Loading leaderboards...")).toBeAttached();
  });
  await expect(page.getByRole("heading", { name: "Current Leaderboards", level: 1 })).toBeVisible();

  await test.step("the Hall of Fame shows the three people with the most votes", async () => {
    const fame = page.getByRole("region", { name: "Hall of Fame" });
    await expect(fame.getByRole("listitem")).toHaveText([
      /Bo Berg.*2 titles.*Rank 1.*3 total votes/s,
      /Ana Berg.*1 title.*Rank 2.*2 total votes/s,
      /Cleo Berg.*1 title.*Rank 3.*1 total votes/s,
    ]);
    await fame.getByRole("link", { name: /Bo Berg/ }).click();
    await expect(page).toHaveURL(`/profile/${seed.crew[1]!["id"]}`);
    await page.goBack();
  });

  await test.step("the winners of all awards stand beside it", async () => {
    const winners = page.getByRole("region", { name: "The Winners" });
    await expect(winners.getByRole("heading", { level: 3 })).toHaveText(["Best Wipeout", "Camp Chef"]);
    await expect(winners.getByRole("link")).toHaveText(["Bo Berg", "Ana Berg", "Bo Berg", "Cleo Berg"]);
    await expect(winners.getByText("2 votes", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Vote on Awards" })).toBeVisible();
  });

  const rankings = page.getByRole("region", { name: "Detailed Rankings" });
  await test.step("the first award is selected and shows ranks, people and votes", async () => {
    await expect(rankings.getByRole("tab", { name: "Best Wipeout" })).toHaveAttribute("aria-selected", "true");
    await expect(rankings.getByText("Most spectacular, least injured")).toBeVisible();
    await expect(rankings.getByRole("listitem")).toHaveText([
      /Rank 1.*Bo Berg.*Lives in a van\..*2 votes/s,
      /Rank 2.*Ana Berg.*Crew member.*1 vote$/s,
    ]);
  });

  await test.step("four awards show before the button for more", async () => {
    await expect(rankings.getByRole("tab")).toHaveText([
      "Best Wipeout",
      "Sunburn of the Week",
      "Camp Chef",
      "Dawn Patrol Legend",
    ]);
    await rankings.getByRole("button", { name: "More..." }).click();
    await expect(rankings.getByRole("tab")).toHaveCount(6);
    await rankings.getByRole("tab", { name: "Worst Wax" }).click();
    await expect(rankings.getByText("0 of 3 votes received").first()).toBeVisible();
    await rankings.getByRole("button", { name: "Show Less" }).click();
    await expect(rankings.getByRole("tab")).toHaveCount(4);
    await expect(rankings.getByRole("tab", { name: "Best Wipeout", selected: true })).toBeVisible();
  });

  await test.step("equal votes share a rank", async () => {
    await rankings.getByRole("tab", { name: "Camp Chef" }).click();
    await expect(rankings.getByRole("listitem")).toHaveText([
      /Rank 1.*Ana Berg/s,
      /Rank 1.*Bo Berg/s,
      /Rank 1.*Cleo Berg/s,
    ]);
  });

  await test.step("an open vote shows its progress and not who leads", async () => {
    await rankings.getByRole("tab", { name: "Sunburn of the Week" }).click();
    await expect(rankings.getByText("Voting in Progress", { exact: true })).toBeVisible();
    await expect(
      rankings.getByText("Results will be revealed when all members have voted", { exact: true }),
    ).toBeVisible();
    await expect(rankings.getByText("1 of 3 votes received", { exact: true })).toBeVisible();
    await expect(rankings.getByText("33%", { exact: true })).toBeVisible();
    await expect(rankings.getByRole("progressbar", { name: "Votes received" })).toHaveAttribute("value", "1");
    await expect(rankings.getByText("2 more votes needed", { exact: true })).toBeVisible();
    await expect(rankings.getByText("Cleo Berg")).toHaveCount(0);
    await castVote(bo.page.request, seed.categories[1]!, seed.crew[0]!);
    await expect(rankings.getByText("1 more vote needed", { exact: true })).toBeVisible();
    await rankings.getByRole("link", { name: "Cast Your Vote" }).click();
    await expect(page).toHaveURL(`/trips/${seed.trip}/awards`);
  });

  await test.step("the tabs work by keyboard, and the address keeps the choice", async () => {
    await page.goto(address);
    await rankings.getByRole("tab", { name: "Best Wipeout" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(rankings.getByRole("tab", { name: "Sunburn of the Week" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(rankings.getByText("For the Camp Chef")).toBeVisible();
    await page.reload();
    await expect(rankings.getByRole("tab", { name: "Camp Chef", selected: true })).toBeVisible();
  });
});

test("a leaderboard without results says so and shows what is missing", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", phone)).page, (await open("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const bare = await addTrip(ana.request, { name: "Peniche", squad: seed.squad });
  await ana.goto(`/trips/${bare}/leaderboard`);
  await expect(ana.getByText("No leaderboard data available", { exact: true })).toBeVisible();

  const award = await addAward(ana.request, bare, "Camp Chef");
  await expect(ana.getByText("Overall Champions", { exact: true })).toBeVisible();
  await expect(ana.getByText("Top performers across all award categories", { exact: true })).toBeVisible();
  await expect(ana.getByText("2 more votes needed", { exact: true })).toBeVisible();

  await test.step("results stay when the winner leaves the crew, and void votes count for nobody", async () => {
    for (const { request } of [ana, bo]) await castVote(request, award, seed.crew[1]!);
    await expect(ana.getByRole("dialog", { name: "The award: Camp Chef" })).toBeVisible();
    await ana.keyboard.press("Escape");
    await expect(ana.getByText("2 total votes")).toBeVisible();
    const owl = await addAward(ana.request, bare, "Night Owl");
    await castVote(ana.request, owl, seed.crew[1]!);
    await send(ana.request, "PUT", `/api/trips/${bare}/members`, { userIds: [seed.crew[0]!["id"]] });
    await ana.getByRole("tab", { name: "Night Owl" }).click();
    await expect(ana.getByText("Everybody has voted. It takes more votes to keep them secret.")).toBeVisible();
    await expect(ana.getByText("2 total votes")).toBeVisible();
  });
});

test("a leaderboard of sixty shows every rank", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await addCrowd(server, seed, 59);
  const award = await addAward(page.request, seed.trip, "Night Owl");
  await behindTheScenes(
    server,
    "insert into tallies (category_id, nominee_id, trip_id, votes) select $1, user_id, trip_id, 1 from trip_members where trip_id = $2",
    [award, seed.trip],
  );
  await behindTheScenes(server, "update categories set completed_at = now(), votes_received = 60 where id = $1", [
    award,
  ]);
  await page.goto(`/trips/${seed.trip}/leaderboard?award=${award}`);
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(50);
  await page.getByRole("tabpanel").getByRole("listitem").last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(60);
  await expect(page.getByRole("tabpanel").getByText("Friend 59 Swell")).toBeVisible();
});

test("a leaderboard that cannot load says so", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const [ana, zoe] = [(await openInTrouble("Ana")).page, (await openInTrouble("Zoe", phone)).page];
  const seed = await seedTrip([ana.request], 0);
  const address = `/trips/${seed.trip}/leaderboard`;
  await castVote(ana.request, await addAward(ana.request, seed.trip, "Night Owl"), seed.crew[0]!);
  // A hint would load the page before the button is pressed.
  await ana.route(/\/api\/live/, (route) => route.abort());
  await trouble.noTable("categories", async () => {
    await ana.goto(address);
    await expect(ana.getByRole("heading", { name: "The leaderboards did not load" })).toBeVisible();
  });
  await trouble.noTable("standings", async () => {
    await ana.getByRole("button", { name: "Try Again" }).click();
    await expect(ana.getByText("The standings did not load")).toBeVisible();
    await expect(ana.getByRole("heading", { name: "Detailed Rankings" })).toBeVisible();
  });
  await ana.getByRole("button", { name: "Try Again" }).click();
  await expect(ana.getByText("2 total votes")).toBeVisible();
  await trouble.noTable("tallies", async () => {
    await ana.getByRole("tab", { name: "Night Owl" }).click();
    await expect(ana.getByText("This ranking did not load")).toBeVisible();
  });
  await ana.getByRole("button", { name: "Try Again" }).click();
  await expect(ana.getByRole("listitem").filter({ hasText: "Crew member" })).toContainText("1 vote");

  await register(zoe.request, "Zoe");
  await zoe.goto(address);
  await expect(zoe.getByRole("heading", { name: "Trip not found" })).toBeVisible();
});
