import type { Locator, Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { castVote } from "../seed-awards.ts";
import { photosReady, seedTrip, send } from "../seed.ts";
import { expectToast, expectToastBeside } from "../toast.ts";

const sunburn = "Sunburn of the Week";
const award = (page: Page) => page.getByRole("article", { name: sunburn });
/** Proof about Ana, as she sees it and as others do. */
const proofOfAna = (page: Page) => award(page).getByRole("list", { name: /^Proof (about you|for Ana Berg)$/ });

test("friends prove a nominee, and the best proof shows with the award", async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 3);
  const night = `/api/trips/${seed.trip}/night`;
  const startsAt = new Date(Date.now() + 86_400_000).toJSON();
  await send(ana.request, "POST", night, { startsAt, timeZone: "Europe/Lisbon" });
  for (const page of [ana, bo]) await page.goto(`/trips/${seed.trip}/awards`);

  await test.step("an award that is decided takes no proof", async () => {
    await expect(award(ana).getByRole("button", { name: "Add Proof" })).toBeVisible();
    await expect(ana.getByRole("button", { name: "Add Proof" })).toHaveCount(1);
  });

  await test.step("Bo writes a line about Ana", async () => {
    await award(bo).getByRole("button", { name: "Add Proof" }).click();
    const dialog = bo.getByRole("dialog", { name: "Add Proof" });
    const add = dialog.getByRole("button", { name: "Add Proof" });
    await add.click();
    await expect(dialog.getByText("Please choose someone from the crew")).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveText("Please choose a photo");
    await dialog.getByLabel("Who is it about?").selectOption("Ana Berg");
    await dialog.getByRole("tab", { name: "A line" }).click();
    await dialog.getByLabel("What happened?").fill("Slept on the beach until four");
    await expect(dialog.getByText("29/140 characters")).toBeVisible();
    await expectFitForAll(bo, "the dialog with a line");
    await add.click();
    await expect(dialog).toBeHidden();
    const bars = bo.getByRole("banner").or(bo.getByRole("navigation", { name: "Places" }));
    const progress = bo.getByRole("progressbar", { name: "Your ballot" });
    await expectToastBeside(bo, "Proof added", bars.locator("a, button").or(progress));
    await expect(proofOfAna(bo).getByText("“Slept on the beach until four”")).toBeVisible();
  });

  await test.step("Ana adds a photo of the trip", async () => {
    await award(ana).getByRole("button", { name: "Add Proof" }).click();
    const dialog = ana.getByRole("dialog", { name: "Add Proof" });
    await dialog.getByLabel("Who is it about?").selectOption("Ana Berg");
    const photos = dialog.getByRole("group", { name: "Photos of this trip" }).getByRole("radio");
    await expect(photos).toHaveCount(3);
    await dialog.getByRole("img").first().click();
    await expect(photos.first()).toBeChecked();
    await expectFitForAll(ana, "the dialog with photos");
    await dialog.getByRole("button", { name: "Add Proof" }).click();
    await expect(dialog).toBeHidden();
    await expect(proofOfAna(ana).getByRole("listitem")).toHaveCount(2);
    await expect(proofOfAna(ana).getByRole("img")).toBeVisible();
  });

  const line = (page: Page) => proofOfAna(page).getByRole("listitem").filter({ hasText: "Slept on" });
  await test.step("hearts count, and can be taken back", async () => {
    const heart = line(ana).getByRole("button", { name: /Heart this proof/ });
    await heart.click();
    await expect(heart).toHaveAccessibleName("Heart this proof, 1 so far");
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.click();
    await ana.reload();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expectFitForAll(ana, "the ballot with proof");
  });

  await test.step("only its author, its nominee and organizers can take proof down", async () => {
    await bo.reload();
    await expect(proofOfAna(bo).getByRole("listitem")).toHaveCount(2);
    // Bo wrote the line, and the photo is by somebody else.
    await expect(proofOfAna(bo).getByRole("button", { name: "Take this proof down" })).toHaveCount(1);
    const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
    expect(await widthOf(proofOfAna(bo).getByRole("img"))).toBeGreaterThan((await widthOf(award(bo))) - 60);
    const photo = proofOfAna(ana)
      .getByRole("listitem")
      .filter({ has: ana.getByRole("img") });
    await photo.getByRole("button", { name: "Take this proof down" }).click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Take Down" }).click();
    await expect(proofOfAna(ana).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("the award carries the line after the night", async () => {
    for (const page of [ana, bo]) await castVote(page.request, seed.categories[1]!, seed.crew[0]!);
    await send(ana.request, "POST", `${night}/close`, {});
    let isLast = (await send(ana.request, "POST", `${night}/start`, {}))["isLast"];
    for (let position = 0; !isLast; position++)
      isLast = (await send(ana.request, "POST", `${night}/next`, { position }))["isLast"];
    await bo.goto("/awards");
    await expect(bo.getByText("“Slept on the beach until four”")).toBeVisible();
    await bo.goto(`/trips/${seed.trip}/awards`);
    await expect(award(bo)).toBeVisible();
    await expect(award(bo).getByRole("button", { name: "Add Proof" })).toHaveCount(0);
  });

  await test.step("the award's cup in the cabinet of the squad shows the line", async () => {
    await bo.goto(`/squads/${seed.squad}`);
    const cabinet = bo.getByRole("region", { name: "Trophy Cabinet" });
    await cabinet.scrollIntoViewIfNeeded();
    await cabinet.getByRole("button", { name: /^Sunburn of the Week/ }).click();
    const dialog = bo.getByRole("dialog", { name: sunburn });
    await expect(dialog.getByText("“Slept on the beach until four”")).toBeVisible();
    await expectFitForAll(bo, "the proof of a trophy");
    await dialog.getByRole("link", { name: "See the Leaderboard" }).click();
    await expect(bo).toHaveURL(`/trips/${seed.trip}/leaderboard?award=${seed.categories[1]}`);
  });
});

test("a selected photo becomes proof, while the vote of a night is open", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 2);
  const bar = page.getByRole("region", { name: "Selection" });
  const use = bar.getByRole("button", { name: "Use as Proof" });
  const tileAt = (place: number) => page.locator(`#gallery [data-index="${place}"]`);
  const select = async () => {
    await page.goto(`/trips/${seed.trip}`);
    await chooseInGallery(page, "Select");
    await tileAt(0).click();
    await expect(bar.getByText("1 selected")).toBeVisible();
  };
  await photosReady(page.request, seed.trip);
  await select();
  await expect(use).toHaveCount(0);

  const startsAt = new Date(Date.now() + 86_400_000).toJSON();
  await send(page.request, "POST", `/api/trips/${seed.trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  await select();
  await expect(use).toBeVisible();
  await tileAt(1).click();
  await expect(bar.getByText("2 selected")).toBeVisible();
  await expect(use).toHaveCount(0);
  await tileAt(1).click();
  await expectFitForAll(page, "a selection that can be proof");

  await use.click();
  const dialog = page.getByRole("dialog", { name: "Use as Proof" });
  const add = dialog.getByRole("button", { name: "Add Proof" });
  await add.click();
  await expect(dialog.getByText("Please choose an award")).toBeVisible();
  await expect(dialog.getByText("Please choose someone from the crew")).toBeVisible();
  await expectFitForAll(page, "the dialog of a selected photo");
  // The other award is decided.
  await expect(dialog.getByLabel("Which award?").getByRole("option")).toHaveText(["Choose an award", sunburn]);
  await dialog.getByLabel("Which award?").selectOption(sunburn);
  await dialog.getByLabel("Who is it about?").selectOption("Ana Berg");
  await add.click();
  await expectToast(page, "Proof added");
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await page.goto(`/trips/${seed.trip}/awards`);
  await expect(proofOfAna(page).getByRole("img")).toBeVisible();
});

test(
  "a lost connection keeps the line that somebody wrote, and takes a heart back",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { page } = await openInTrouble("Ana", phone);
    const seed = await seedTrip([page.request], 0);
    const { id } = await send(page.request, "POST", `/api/trips/${seed.trip}/categories`, {
      name: "Camp Chef",
      description: "One oven",
    });
    const startsAt = new Date(Date.now() + 86_400_000).toJSON();
    await send(page.request, "POST", `/api/trips/${seed.trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
    const proof = { nomineeId: seed.crew[0]!["id"], text: "Burnt the water" };
    await send(page.request, "POST", `/api/categories/${id}/receipts`, proof);
    await page.goto(`/trips/${seed.trip}/awards`);
    const card = page.getByRole("article", { name: "Camp Chef" });
    const heart = card.getByRole("button", { name: /Heart this proof/ });
    await card.getByRole("button", { name: "Add Proof" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Proof" });
    await dialog.getByLabel("Who is it about?").selectOption("Ana Berg");
    await expect(dialog.getByText("Nothing on film yet. A line will do.")).toBeVisible();
    await dialog.getByRole("tab", { name: "A line" }).click();
    await dialog.getByLabel("What happened?").fill("And the rice");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Add Proof" }).click();
    await expect(dialog.getByRole("alert")).toContainText("You seem to be offline");
    await expect(dialog.getByLabel("What happened?")).toHaveValue("And the rice");
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Add Proof" }).click();
    await expect(card.getByText("“And the rice”")).toBeVisible();
    await page.context().setOffline(true);
    await heart.first().click();
    await expectToast(page, "Your heart did not arrive");
    await page.context().setOffline(false);
    await page.reload();
    await expect(heart.first()).toHaveAccessibleName("Heart this proof, 0 so far");
  },
);
