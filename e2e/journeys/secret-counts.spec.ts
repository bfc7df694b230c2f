import { expectFitForAll } from "../accessible.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addAward, castVote } from "../seed-awards.ts";
import { register, seedTrip, send } from "../seed.ts";

const sunburn = "Sunburn of the Week";
const held = "Everybody has voted. It takes more votes to keep them secret.";
const uncounted = "Too few voted to keep it secret.";

test("an award whose counts would tell stays open, and a night ends it uncounted", async ({ open, server }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const cleo = (await open("Cleo")).page;
  const seed = await seedTrip([ana.request, bo.request, cleo.request], 0);
  const trip = `/trips/${seed.trip}`;
  for (const page of [ana, bo]) await castVote(page.request, seed.categories[1]!, seed.crew[1]!);

  await test.step("the last of three leaves without a vote", async () => {
    await bo.goto(`${trip}/awards`);
    await expect(bo.getByText("2 of 3 votes received")).toBeVisible();
    await ana.request.delete(`/api${trip}/members/${seed.crew[2]!["id"]}`);
    await expect(bo.getByRole("article", { name: sunburn }).getByText(held)).toBeVisible();
    await expectFitForAll(bo, "the ballot with an award that is held");
    await ana.goto(`${trip}/leaderboard?award=${seed.categories[1]}`);
    await expect(ana.getByText(held)).toBeVisible();
  });

  await test.step("the time of a night ends it", async () => {
    const plan = { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" };
    await send(ana.request, "POST", `/api${trip}/night`, plan);
    await behindTheScenes(server, "update nights set starts_at = now() - interval '1 second' where trip_id = $1", [
      seed.trip,
    ]);
    await send(ana.request, "POST", `/api${trip}/night/start`, {});
    await bo.goto(`${trip}/night`);
    const said = bo.locator(".show-room > [aria-live]");
    for (let position = 0; position < 3; position++)
      await send(ana.request, "POST", `/api${trip}/night/next`, { position });
    await expect(said).toHaveText(`${sunburn}: ${uncounted}`);
    await expectFitForAll(bo, "the card of an uncounted award");
    for (const position of [3, 4]) await send(ana.request, "POST", `/api${trip}/night/next`, { position });
  });

  await test.step("no page has a result of it", async () => {
    await ana.reload();
    await expect(ana.getByText(uncounted)).toBeVisible();
    await bo.goto("/awards");
    await expect(bo.getByText(uncounted)).toBeVisible();
    await bo.goto(`${trip}/awards`);
    await expect(bo.getByRole("article", { name: sunburn }).getByText(uncounted)).toBeVisible();
  });
});

test("the only one on a crew is told that their vote decides", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await register(page.request, "Ana");
  const days = { startDate: "2026-07-04", endDate: "2026-07-11" };
  const { id } = await send(page.request, "POST", "/api/trips", { name: "Solo", location: "Peniche", ...days });
  await addAward(page.request, id!, "Best Wipeout");
  await page.goto(`/trips/${id}/awards`);
  await expect(page.getByText("You are the only one here: your vote decides it. Invite friends first?")).toBeVisible();
});
