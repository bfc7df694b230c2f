import type { Locator } from "@playwright/test";
import { expectFitForAll, expectNoSideways } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addCrowd, behindTheScenes } from "../behind-the-scenes.ts";
import { photo } from "../app.ts";
import { addTrip } from "../seed-awards.ts";
import { addPhoto, photosReady, register, seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

test.use({ actionTimeout: 15_000 });

/** Whether a card shows all of one of its parts, with nothing over it but the link to its page, which has no look. */
const isWhole = (part: Locator) =>
  part.evaluate((one) => {
    one.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    // It is tilted, so its box has empty corners.
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inside = [
      [left + 4, y],
      [right - 4, y],
      [x, top + 4],
      [x, bottom - 4],
    ] as const;
    return inside.every(
      ([across, down]) => document.elementsFromPoint(across, down).find(({ tagName }) => tagName !== "A") === one,
    );
  });

test("the squad page shows cover, counts, trips, crew and photos", async ({ open, trouble }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 2);
  await trouble.waiting("squads", async () => {
    await ana.goto(`/squads/${seed.squad}`);
    await expect(ana.getByText("Loading squad...")).toBeAttached();
  });
  await expect(ana.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  await expect(ana.getByText("2 members · 1 adventure")).toBeVisible();
  await expect(ana.getByText("Private squad")).toBeVisible();
  await expect(ana).toHaveTitle(/Dawn Patrol/);

  await test.step("a card shows the trip and leads to its awards and details", async () => {
    const card = ana.getByRole("region", { name: "Trips", exact: true }).getByRole("listitem");
    await expect(card.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
    await expect(card.getByText("Ericeira, Portugal")).toBeVisible();
    await expect(card.getByText("2 crew members")).toBeVisible();
    await expect(card.getByRole("link", { name: "Vote on Awards" })).toHaveAttribute("href", /\/awards$/);
    await expect(card.getByRole("link", { name: "Trip Details" })).toHaveAttribute("href", `/trips/${seed.trip}`);
    for (const request of [ana.request, bo.request])
      await send(request, "POST", `/api/categories/${seed.categories[1]}/vote`, { nomineeId: seed.crew[0]!["id"] });
    await expect(card.getByRole("link", { name: "View Awards" })).toHaveAttribute("href", /\/awards$/);
    await expect(card.getByRole("link", { name: "View Awards" }), "green").toHaveCSS("color", "rgb(23, 102, 63)");
  });

  await test.step("the leader, the admins and the viewer are marked", async () => {
    const crew = ana.getByRole("region", { name: "The Crew" });
    const people = crew.getByRole("listitem");
    await expect(people).toHaveText([/Ana Berg \(you\)Squad Leader$/, /Bo Berg1 trip with you$/]);
    const second = people.filter({ hasText: "Bo Berg" });
    await expect(second.getByRole("link")).toHaveAttribute("href", `/profile/${seed.crew[1]!["id"]}`);
    await send(ana.request, "PATCH", `/api/squads/${seed.squad}/members/${seed.crew[1]!["id"]}`, { role: "admin" });
    await send(bo.request, "PATCH", `/api/trips/${seed.trip}/members/me`, { mood: "stoked" });
    await expect(people.nth(1)).toHaveText(/Bo BergAdmin · stoked$/);

    await crew.getByRole("button", { name: "Manage Members" }).click();
    await expect(people.filter({ hasText: "Ana Berg" }).getByText("Squad Leader")).toBeVisible();
    await expect(second.getByText("Admin", { exact: true })).toBeVisible();
    await expect(second.getByText("1 trip with you · 1 photo", { exact: true })).toBeVisible();
    await expect(second.getByText("stoked")).toBeVisible();
    await expect(crew.getByText("You", { exact: true })).toHaveCount(1);
    await expectFitForAll(ana, "the members of a squad");
    await crew.getByRole("button", { name: "Show Less" }).click();
    await expect(people).toHaveText([/Squad Leader$/, /stoked$/]);
  });
  await ana.locator("#gallery").scrollIntoViewIfNeeded();
  await expect(ana.locator("#gallery img")).toHaveCount(2);

  await test.step("the only trip has its whole date before it, and a picture as high as its words", async () => {
    await addPhoto(ana.request, seed.trip, photo("tall.png", [18, 147, 143], 300, 900));
    const [tall] = await photosReady(ana.request, seed.trip);
    await send(ana.request, "POST", `/api/media/${tall!.id}/like`, {});
    for (const url of [`/squads/${seed.squad}`, "/"]) {
      await ana.goto(url);
      const card = ana
        .getByRole("listitem")
        .filter({ has: ana.getByRole("heading", { name: "Ericeira ’26", level: 3 }) });
      const cover = card.locator("img");
      await cover.scrollIntoViewIfNeeded();
      await expect(cover).toHaveJSProperty("complete", true);
      for (const width of [768, 1024, 1280, 1920]) {
        await ana.setViewportSize({ width, height: 900 });
        expect(await isWhole(card.getByText(/^\d+ .*20\d\d$/)), `${url} at ${width} px`).toBe(true);
        const { height } = (await cover.boundingBox())!;
        expect(height, `${url} at ${width} px`).toBeGreaterThanOrEqual(18 * 16);
        expect(height, `${url} at ${width} px`).toBeLessThanOrEqual(22 * 16);
      }
    }
    await ana.setViewportSize({ width: 1280, height: 900 });
    await ana.goto(`/squads/${seed.squad}`);
  });

  await test.step("the trip that runs comes first, then the next one, then the past", async () => {
    await addTrip(ana.request, { name: "Later", squad: seed.squad, from: "2090-01-02", to: "2090-01-05" });
    await addTrip(ana.request, { name: "Over", squad: seed.squad, from: "2020-01-02", to: "2020-01-05" });
    await addTrip(ana.request, { name: "Next", squad: seed.squad, from: "2089-01-02", to: "2089-01-05" });
    await expect(ana.getByRole("region", { name: "Trips", exact: true }).getByRole("heading", { level: 3 })).toHaveText(
      ["Ericeira ’26", "Next", "Later", "Over"],
    );
  });
});

test("an unknown or private squad is not found", { tag: "@long" }, async ({ openInTrouble }) => {
  const [ana, zoe] = [(await openInTrouble("Ana")).page, (await openInTrouble("Zoe", phone)).page];
  const seed = await seedTrip([ana.request], 0);
  await register(zoe.request, "Zoe");
  for (const id of [seed.squad, "0190a5b0-0000-7000-8000-000000000000"]) {
    await zoe.goto(`/squads/${id}`);
    await expect(zoe.getByRole("heading", { name: "Squad not found", level: 1 })).toBeVisible();
  }
  await expectFitForAll(zoe, "squad not found");
});

test("a squad that did not load loads on the next visit", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const seed = await seedTrip([page.request], 0);
  await trouble.noTable("trips", async () => {
    await page.goto(`/squads/${seed.squad}`);
    await expect(page.getByRole("heading", { name: "This squad did not come through" })).toBeVisible();
    await page.goto("/squads");
  });
  await page.goto(`/squads/${seed.squad}`);
  await expect(page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
});

test("an empty squad asks for a trip; 203 trips all show", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Cleo", desktop);
  await register(page.request, "Cleo");
  const squad = await send(page.request, "POST", "/api/squads", { name: "Old Salts" });
  await page.goto(`/squads/${squad["id"]}`);
  await expect(page.getByText("No adventures yet. Click the + button to create your first trip!")).toBeVisible();
  await expectFitForAll(page, "empty squad");
  await behindTheScenes(
    server,
    `insert into trips (id, squad_id, name, location, start_date, end_date)
     select gen_random_uuid(), $1, 'Trip ' || n, 'Everywhere', date '2001-01-01' + n, date '2002-01-01' from generate_series(1, 203) n`,
    [squad["id"]],
  );
  await page.reload();
  const cards = page.getByRole("region", { name: "Trips", exact: true }).getByRole("listitem");
  await expect(cards).toHaveCount(12);
  await page.getByRole("button", { name: "All Trips" }).click();
  await expect(cards).toHaveCount(200);
  await page.getByRole("button", { name: "Show Earlier Trips" }).click();
  await expect(cards).toHaveCount(203);
  await expect(page.getByRole("heading", { name: "Trip 1", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show Earlier Trips" })).toBeHidden();
});

test("a large squad has its photos within two screens of a phone", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Gil", phone);
  const seed = await seedTrip([page.request], 1);
  await addCrowd(server, seed, 29);
  for (let n = 1; n < 20; n++) await addTrip(page.request, { name: `Trip ${n}`, squad: seed.squad });
  await page.goto(`/squads/${seed.squad}`);
  const gallery = page.getByRole("heading", { name: "Gallery 1" });
  await expect(gallery).toBeVisible();
  expect((await gallery.boundingBox())!.y).toBeLessThan(2 * page.viewportSize()!.height);
  await expectNoSideways(page, "a large squad");

  await test.step("a button shows all trips, and Back leads to all of them", async () => {
    const cards = page.getByRole("region", { name: "Trips", exact: true }).getByRole("listitem");
    await expect(cards).toHaveCount(12);
    await page.getByRole("button", { name: "All Trips" }).click();
    await expect(cards).toHaveCount(20);
    await cards.last().getByRole("link", { name: "Trip Details" }).click();
    await expect(page).toHaveURL(/\/trips\//);
    await page.goBack();
    await expect(cards).toHaveCount(20);
  });

  await test.step("the last of the row of faces shows everybody, and hands the focus on", async () => {
    const crew = page.getByRole("region", { name: "The Crew" });
    await expect(crew.getByRole("listitem")).toHaveCount(25);
    await crew.getByRole("button", { name: "Show all 30" }).click();
    await expect(crew.getByRole("listitem")).toHaveCount(30);
    await expect(crew.getByRole("button", { name: "Show Less" })).toBeFocused();
    await expectNoSideways(page, "all members of a large squad");
  });
});

test("an admin manages members by keyboard alone", { tag: "@long" }, async ({ open, openInTrouble, server }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await openInTrouble("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  await addCrowd(server, seed, 12);
  await ana.goto(`/squads/${seed.squad}`);
  const crew = ana.getByRole("region", { name: "The Crew" });
  await expect(crew.getByRole("listitem")).toHaveCount(14);
  await crew.getByRole("button", { name: "Manage Members" }).press("Enter");
  await expect(crew.getByRole("button", { name: "Show Less" })).toBeFocused();
  await expect(crew.getByRole("listitem")).toHaveCount(14);

  const manage = ana.getByRole("button", { name: "Manage Bo Berg" });
  const badge = crew.getByRole("listitem").filter({ hasText: "Bo Berg" }).getByText("Admin", { exact: true });
  const choose = async (entry: string) => {
    await manage.focus();
    await ana.keyboard.press("Enter");
    await ana.getByRole("menuitem", { name: entry }).focus();
    await ana.keyboard.press("Enter");
  };
  await choose("Make Admin");
  await expect(badge).toBeVisible();
  await choose("Make Member");
  await expect(badge).toBeHidden();

  await choose("Remove from Squad");
  const asked = ana.getByRole("alertdialog", { name: "Remove Bo Berg?" });
  await expect(asked).toBeVisible();
  await expectFitForAll(ana, "remove a member");
  await bo.goto(`/squads/${seed.squad}`);
  await expect(bo.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  await ana.keyboard.press("Tab");
  await ana.keyboard.press("Enter");
  await expect(asked).toBeHidden();
  await expect(crew.getByText("Bo Berg")).toHaveCount(0);
  await expect(bo.getByRole("heading", { name: "Squad not found" })).toBeVisible();

  await ana.request.put(`/api/squads/${seed.squad}`, { data: { name: "Dawn Patrol", isPublic: true } });
  await bo.goto(`/join-squad/${seed.squad}`);
  await expect(bo.getByText("An admin of this squad has to invite you back.")).toBeVisible();
  await ana.getByRole("button", { name: "More", exact: true }).press("Enter");
  await ana.getByRole("menuitem", { name: "Removed People" }).press("Enter");
  const removed = ana.getByRole("dialog", { name: "Removed People" });
  await expect(removed.getByRole("listitem")).toHaveText(/Bo Berg/);
  await expectFitForAll(ana, "removed people");
  await removed.getByRole("button", { name: "Let Back In" }).press("Enter");
  await expect(removed.getByText("Nobody is kept out.")).toBeVisible();
  await bo.getByRole("button", { name: "Try Again" }).click();
  await expect(bo.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
});

test(
  "the only admin names another before leaving; the last member deletes the squad",
  { tag: "@long" },
  async ({ open }) => {
    const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
    const seed = await seedTrip([ana.request, bo.request], 0);
    await ana.goto(`/squads/${seed.squad}`);
    const leave = async (page: typeof ana) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Leave Squad" }).click();
    };
    await leave(ana);
    const handOver = ana.getByRole("dialog", { name: "Who takes over?" });
    await expect(handOver.getByText("You are the only admin.")).toBeVisible();
    await expectFitForAll(ana, "hand over");
    await expect(handOver.getByRole("button", { name: "Make Admin" })).toBeDisabled();
    await handOver.getByLabel("New admin").selectOption({ label: "Bo Berg" });
    await handOver.getByRole("button", { name: "Make Admin" }).click();
    const goodbye = ana.getByRole("alertdialog", { name: "Leave Dawn Patrol?" });
    await expect(goodbye).toBeVisible();
    await expectFitForAll(ana, "leave");
    await goodbye.getByRole("button", { name: "Leave Squad" }).click();
    await expect(ana).toHaveURL(/\/squads$/);
    await expectToast(ana, "You left Dawn Patrol");
    await expect(ana.getByText("No squad yet")).toBeVisible();

    await bo.goto(`/squads/${seed.squad}`);
    await leave(bo);
    const last = bo.getByRole("alertdialog", { name: "Leave and delete Dawn Patrol?" });
    await expect(last.getByRole("button", { name: "Leave and Delete" })).toBeDisabled();
    await expectFitForAll(bo, "leave and delete");
    await last.getByLabel("Type “Dawn Patrol” to confirm").fill("Dawn Patrol");
    await last.getByRole("button", { name: "Leave and Delete" }).click();
    await expectToast(bo, "Dawn Patrol was deleted");
  },
);

test("deleting a squad asks for its name, and failures show in the dialog", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana", desktop);
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/squads/${seed.squad}`);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: "Delete Squad" }).click();
  const asked = page.getByRole("alertdialog", { name: "Delete Dawn Patrol?" });
  const action = asked.getByRole("button", { name: "Delete Squad" });
  await asked.getByLabel("Type “Dawn Patrol” to confirm").fill("Dawn");
  await expect(action).toBeDisabled();
  await expectFitForAll(page, "delete squad");
  // Two spaces look like one, also where one of them does not break.
  await asked.getByLabel("Type “Dawn Patrol” to confirm").fill("Dawn \u00A0Patrol");
  await trouble.noWrites("squads", async () => {
    await action.click();
    await expect(asked.getByRole("alert")).not.toBeEmpty();
  });
  await action.click();
  await expect(page).toHaveURL(/\/squads$/);
  await expectToast(page, "Dawn Patrol was deleted");
});
