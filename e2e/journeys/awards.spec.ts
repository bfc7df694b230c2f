import { desktop, expect, phone, test } from "../fixtures.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { addAward, addTrip, castVote } from "../seed-awards.ts";
import { photo } from "../app.ts";
import { expectFitForAll } from "../accessible.ts";
import { addPhoto, photosReady, register, seedTrip, send } from "../seed.ts";
import { everythingShown } from "../toast.ts";

test("the awards page shows the winners and the progress of open awards", async ({ open, server, trouble }) => {
  const people = [await open("Ana", desktop), await open("Bo", phone), await open("Cleo"), await open("Dora")];
  const [ana, bo, cleo, dora] = people.map(({ page }) => page) as [
    (typeof people)[0]["page"],
    ...(typeof people)[0]["page"][],
  ];
  const requests = [ana.request, bo!.request, cleo!.request, dora!.request] as const;
  const seed = await seedTrip(requests, 0);
  await castVote(ana.request, seed.categories[1]!, seed.crew[0]!);
  const chef = await addAward(ana.request, seed.trip, "Camp Chef", { color: "pink", icon: "fas fa-fire" });
  for (const [i, request] of requests.entries()) await castVote(request, chef, seed.crew[i]!);

  await trouble.waiting("categories", async () => {
    await ana.goto("/awards");
    await expect(ana.getByText("Loading awards...")).toBeVisible();
  });
  const trip = ana.getByRole("region", { name: "Ericeira ’26" });
  const award = (name: string) => trip.getByRole("listitem").filter({ has: ana.getByRole("heading", { name }) });
  await expect(trip.getByText(/Ericeira, Portugal · \d+.*20\d\d/)).toBeVisible();

  await test.step("a complete award shows its top three with medals", async () => {
    await expect(award("Best Wipeout").getByRole("listitem")).toHaveText([
      /Bo Berg.*Winner.*3 votes$/s,
      /Ana Berg.*1 vote$/s,
    ]);
    const [first, second] = await award("Best Wipeout").getByRole("listitem").all();
    await expect(first!.getByRole("img", { name: "🥇" })).toBeVisible();
    await expect(second!.getByRole("img", { name: "🥈" })).toBeVisible();
    await expect(award("Camp Chef").getByRole("listitem")).toHaveText([/Ana/, /Bo/, /Cleo/]);
    const gold = ana.getByRole("img", { name: "🥇" });
    await expect(award("Camp Chef").getByRole("listitem").filter({ has: gold })).toHaveCount(3);
    await expect(award("Best Wipeout").getByText("Voting Complete!", { exact: true })).toBeVisible();
    await expect(award("Best Wipeout").getByText("All 4 votes are in.", { exact: true })).toBeVisible();
    await expect(trip.getByText("Check the leaderboard to see the results!")).toHaveCount(1);
    await expect(award("Best Wipeout").getByRole("link", { name: "View Results" })).toHaveAttribute(
      "href",
      `/trips/${seed.trip}/leaderboard?award=${seed.categories[0]}`,
    );
  });

  await test.step("the best photo of a winner is the picture of the card, without one the face", async () => {
    await expect(trip.getByRole("link", { name: "Photo by Bo Berg" })).toHaveCount(0);
    const face = award("Best Wipeout").getByText("BB", { exact: true });
    const widthOfFace = async () => (await face.boundingBox())!.width;
    expect(await widthOfFace()).toBeGreaterThan(100);
    // Cleo did not win Best Wipeout, so her photo is not its picture.
    const other = await addPhoto(cleo!.request, seed.trip, photo("other.png", [31, 122, 79]));
    await send(bo!.request, "POST", `/api/media/${other["id"]}/like`, {});
    await photosReady(ana.request, seed.trip);
    await ana.reload();
    await expect(award("Camp Chef").getByRole("link", { name: "Photo by Cleo Berg" })).toBeVisible();
    await expect(award("Best Wipeout").getByRole("link", { name: /^Photo/ })).toHaveCount(0);
    const { id } = await addPhoto(bo!.request, seed.trip, photo("best.png", [18, 147, 143]));
    await send(cleo!.request, "POST", `/api/media/${id}/like`, {});
    await expect(async () => {
      await ana.reload();
      await expect(award("Best Wipeout").getByRole("link", { name: "Photo by Bo Berg" })).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await expect(trip.getByRole("link", { name: /^Photo/ })).toHaveCount(2);
    expect(await widthOfFace()).toBeLessThan(100);
    await expectFitForAll(ana, "winners with a photo");
  });

  await test.step("an open award is one line that unfolds", async () => {
    const open = award("Sunburn of the Week");
    await expect(trip.getByRole("heading", { name: "Voting in Progress", exact: true })).toBeVisible();
    await expect(open.getByText("1 of 4 votes received", { exact: true })).toBeVisible();
    await expect(open.getByText("25%", { exact: true })).toBeVisible();
    await expect(open.getByText("Medium rare or well done")).toBeHidden();
    await open.locator("summary").focus();
    await ana.keyboard.press("Enter");
    await expect(open.getByText("Medium rare or well done")).toBeVisible();
    await expect(open.getByText("Still waiting for votes from: Bo Berg, Cleo Berg, Dora Berg")).toBeVisible();
    for (const request of [bo!.request, cleo!.request]) await castVote(request, seed.categories[1]!, seed.crew[0]!);
    await expect(open.getByText("Still waiting for vote from: Dora Berg")).toBeVisible();
    await behindTheScenes(server, "update people set first_name = '', last_name = '' where id = $1", [
      seed.crew[3]!["id"],
    ]);
    await ana.reload();
    await open.locator("summary").click();
    await expect(open.getByText("Still waiting for vote from: Unknown")).toBeVisible();
  });

  await test.step("people with votes to cast have one button for them, the others read who is done", async () => {
    await expect(trip.getByText("You are done · 3 of 4 have voted", { exact: true })).toBeVisible();
    await expect(ana.getByRole("link", { name: "Cast Your Vote" })).toHaveCount(0);
    await dora!.goto("/awards");
    await dora!.getByRole("link", { name: "Cast Your Vote" }).click();
    await expect(dora!).toHaveURL(`/trips/${seed.trip}/awards`);
  });

  await test.step("the last vote reveals the award here too", async () => {
    await castVote(dora!.request, seed.categories[1]!, seed.crew[2]!);
    await expect(ana.getByRole("dialog", { name: "The award: Sunburn of the Week" })).toBeVisible();
    await ana.getByRole("button", { name: "Close", exact: true }).click();
    await expect(award("Sunburn of the Week").getByText("Winner")).toBeVisible();
  });

  await test.step("winners who leave the crew stay; votes for them in open awards are void", async () => {
    const owl = await addAward(ana.request, seed.trip, "Night Owl");
    for (const request of requests.slice(0, 3)) await castVote(request, owl, seed.crew[3]!);
    await send(ana.request, "PUT", `/api/trips/${seed.trip}/members`, {
      userIds: [0, 2].map((i) => seed.crew[i]!["id"]),
    });
    await expect(award("Night Owl").getByText("2 of 2 votes received", { exact: true })).toBeVisible();
    await expect(award("Best Wipeout").getByText("Bo Berg")).toBeVisible();
    await award("Night Owl").locator("summary").click();
    await expect(
      award("Night Owl").getByText("Everybody has voted. It takes more votes to keep them secret."),
    ).toBeVisible();
    await trip.getByRole("link", { name: "Cast Your Vote" }).click();
    await expect(ana).toHaveURL(`/trips/${seed.trip}/awards`);
    const ballot = ana.getByRole("article", { name: "Night Owl" });
    await expect(ballot.getByText("Your pick left the crew. Choose again.")).toBeVisible();
    await expect(ana.getByText("Your pick left the crew. Choose again.")).toHaveCount(1);
  });
});

test("pages of awards say when a night reveals results, and lead back to the votes", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const startsAt = new Date(Date.now() + 40 * 86_400_000).toJSON();
  await send(ana.request, "POST", `/api/trips/${seed.trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  await castVote(ana.request, seed.categories[1]!, seed.crew[0]!);

  await ana.goto(`/trips/${seed.trip}/leaderboard`);
  await ana.getByRole("link", { name: "Change My Votes" }).click();
  await expect(ana).toHaveURL(`/trips/${seed.trip}/awards`);
  for (const [line, most] of [
    [ana.getByRole("heading", { level: 1 }), 60],
    [ana.getByText(/^2 of 2 done · results come out at Awards Night/), 30],
  ] as const)
    expect((await line.boundingBox())!.height, "one line").toBeLessThan(most);

  await ana.goto("/awards");
  const trip = ana.getByRole("region", { name: "Ericeira ’26" });
  await expect(trip.getByRole("heading", { name: "Voting in Progress", exact: true })).toBeVisible();
  await expect(trip.getByText(/^Results come out at Awards Night, /)).toBeVisible();
  await castVote(bo.request, seed.categories[1]!, seed.crew[0]!);
  await expect(
    trip.getByRole("heading", { name: /^Sealed until Awards Night · \w{3},? \d+ \w+, \d\d:\d\d$/ }),
  ).toBeVisible();
  await expect(trip.getByText("Voting in Progress")).toHaveCount(0);
  await expect(trip.getByRole("link", { name: "See the Countdown" })).toHaveAttribute(
    "href",
    `/trips/${seed.trip}/night`,
  );

  await bo.goto("/awards");
  for (const name of ["Ericeira ’26", "See the Countdown"])
    expect((await bo.getByRole("main").getByRole("link", { name }).boundingBox())!.height, name).toBeGreaterThanOrEqual(
      44,
    );
  const results = bo.getByRole("link", { name: "View Results" });
  const isPressed = await results.evaluate((link) => {
    link.scrollIntoView({ block: "center" });
    const { left, top, bottom } = link.parentElement!.getBoundingClientRect();
    return [top + 2, top + 43, bottom - 2].map((y) => document.elementFromPoint(left + 30, y) === link);
  });
  expect(isPressed, "a target of 44 px").toEqual([true, true, true]);
});

test("trips that wait for the viewer's votes come first, each with one call to vote", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  for (const name of ["Camp Chef", "Night Owl"]) await addAward(page.request, seed.trip, name);
  const later = await addTrip(page.request, { name: "Later", from: "2090-07-04", to: "2090-07-11" });
  const decided = await addTrip(page.request, { name: "Decided", from: "2026-07-04", to: "2026-07-11" });
  await addAward(page.request, later, "Best Haggler");
  await castVote(page.request, await addAward(page.request, decided, "Best Pastry"), seed.crew[0]!);
  await page.goto("/awards");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Ericeira ’26", "Decided", "Later"]);
  await expect(
    page.getByRole("region", { name: "Ericeira ’26" }).getByRole("link", { name: "Cast Your Vote" }),
  ).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Decided" }).getByRole("link", { name: "Cast Your Vote" })).toHaveCount(
    0,
  );
});

test("the awards page loads more trips on scrolling", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await register(page.request, "Ana");
  for (let i = 1; i <= 23; i++) {
    const trip = await addTrip(page.request, {
      name: `Trip ${i}`,
      from: `2026-05-${String(i).padStart(2, "0")}`,
      to: "2026-06-01",
    });
    await addAward(page.request, trip, `Award ${i}`);
  }
  await page.goto("/awards");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Trip 23");
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(23, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 2 }).last()).toHaveText("Trip 1");
  expect(await page.getByRole("region").count()).toBeGreaterThanOrEqual(23);
});

test("the empty awards page leads to the viewer's trips", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await register(page.request, "Ana");
  await page.goto("/awards");
  await expect(page.getByText("No Awards Yet!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Create a surf trip and set up award categories to get started", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create Trip" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Trip" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Create Trip" })).toBeFocused();
});

test("awards that cannot load say so; an ended session leads to the sign-in page", async ({
  openInTrouble,
  trouble,
}) => {
  const { page } = await openInTrouble("Ana");
  await seedTrip([page.request], 0);
  await trouble.noTable("categories", async () => {
    await page.goto("/awards");
    await expect(page.getByText("The awards did not load")).toBeVisible();
  });
  // A hint may have the page try again by itself.
  const again = page.getByRole("button", { name: "Try Again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 });
    await expect(page.getByRole("heading", { name: "Best Wipeout" })).toBeVisible({ timeout: 500 });
  }).toPass();

  const words = await everythingShown(page);
  await page.context().clearCookies();
  await page.goto("/awards");
  await expect(page).toHaveURL("/auth?return=%2Fawards");
  expect(words.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."))).toBe(true);
});
