import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery, galleryMenu } from "../gallery-menu.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const patient = { timeout: 60_000 };
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const tileAt = (page: Page, index: number) => page.locator(`#gallery [data-index="${index}"]`);
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const trash = (page: Page) => page.getByRole("dialog", { name: "Recently Deleted" });
const deleteButton = (page: Page) => viewer(page).getByRole("button", { name: "Delete" });

async function openTrash(page: Page) {
  await galleryMenu(page).click();
  await page.getByRole("menuitem", { name: "Recently Deleted" }).click();
  await expect(trash(page)).toBeVisible();
}

/** Opens a trip on both pages. Ana is its organizer; she and Bo own every second photo. */
async function trip(ana: Page, bo: Page, count: number) {
  const seed = await seedTrip([ana.request, bo.request], count);
  for (const page of [ana, bo]) {
    await page.goto(`/trips/${seed.trip}`);
    await expect(photos(page)).toHaveCount(count, patient);
  }
  return `/trips/${seed.trip}`;
}

test("deleted photos disappear for everyone at once, and Undo restores them", async ({ open }) => {
  const [{ page: ana }, { page: bo }] = [await open("Ana"), await open("Bo")];
  const url = await trip(ana, bo, 6);

  await test.step("Ana deletes two photos by keyboard", async () => {
    await tileAt(ana, 0).focus();
    await ana.keyboard.press("Space");
    await ana.keyboard.press("Shift+ArrowRight");
    await bar(ana).getByRole("button", { name: "Delete" }).click();
    await expect(photos(ana)).toHaveCount(4);
    await expectToast(ana, "2 photos deleted");
    // A toast stays while the mouse is on it.
    await ana.getByRole("button", { name: "Undo" }).hover();
    await expect(photos(bo)).toHaveCount(4);
    await photos(bo).first().click();
    await expect(viewer(bo).getByText("1 of 4")).toBeVisible();
    await bo.keyboard.press("Escape");
  });

  await test.step("Undo restores them on both pages", async () => {
    await ana.getByRole("button", { name: "Undo" }).click();
    await expect(photos(ana)).toHaveCount(6);
    await expect(photos(bo)).toHaveCount(6);
    // A picture that is still on its way when its photo is deleted would be a 404 in Bo's console.
    const areDrawn = () =>
      bo
        .locator("#gallery img")
        .evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.complete));
    await expect.poll(areDrawn).toBe(true);
  });

  await test.step("after two deletions in a row one Undo restores both", async () => {
    for (const left of [5, 4]) {
      await tileAt(ana, 0).focus();
      await ana.keyboard.press("Space");
      await bar(ana).getByRole("button", { name: "Delete" }).press("Enter");
      await expect(photos(ana)).toHaveCount(left);
      // The first toast stays while the mouse is on it.
      await ana.getByRole("button", { name: /^Undo/ }).hover();
    }
    await expect(ana.getByRole("button", { name: /^Undo/ })).toHaveText(["Undo 2"]);
    await ana.getByRole("button", { name: "Undo 2" }).click();
    await expect(photos(ana)).toHaveCount(6);
    await expect(photos(bo)).toHaveCount(6);
  });

  await test.step("Bo deletes his own photos, and Ana's stay", async () => {
    await chooseInGallery(bo, "Select");
    await bar(bo).getByRole("button", { name: "Select All" }).click();
    await bar(bo).getByRole("button", { name: "Delete" }).click();
    await expectToast(bo, "3 photos deleted", "3 stay: they are not yours to delete.");
    await expect(photos(ana)).toHaveCount(3);
    await bo.goto(url);
    await expect(photos(bo)).toHaveCount(3);
    await chooseInGallery(bo, "Select");
    await tileAt(bo, 0).click();
    await bar(bo).getByRole("button", { name: "Delete" }).click();
    await expectToast(bo, "Not yours to delete");
  });
});

test("an organizer restores what a member deleted, and deletes it for good", { tag: "@long" }, async ({ open }) => {
  const [{ page: ana }, { page: bo }] = [await open("Ana"), await open("Bo")];
  const url = await trip(ana, bo, 3);
  // Bo has a second tab open.
  const tab = await bo.context().newPage();
  await tab.goto(url);
  await expect(photos(tab)).toHaveCount(3);

  await test.step("a double click deletes one photo", async () => {
    await tileAt(ana, 0).click();
    await deleteButton(ana).dblclick();
    await expect(viewer(ana).getByText("1 of 2")).toBeVisible();
    await ana.keyboard.press("Escape");
    await expect(photos(bo)).toHaveCount(2);
    await expect(photos(tab)).toHaveCount(2);
    // Ana deleted it, so Bo has nothing to restore.
    await galleryMenu(bo).click();
    await expect(bo.getByRole("menuitem", { name: "Slideshow" })).toBeVisible();
    await expect(bo.getByRole("menuitem", { name: "Recently Deleted" })).toHaveCount(0);
    await bo.keyboard.press("Escape");
  });

  await test.step("Bo deletes his own", async () => {
    await photos(bo).first().click();
    await deleteButton(bo).click();
    await expectToast(bo, "Photo deleted");
    await expect(photos(tab)).toHaveCount(1);
    await openTrash(tab);
    await expect(trash(tab).getByRole("listitem")).toHaveCount(1);
    await expect(trash(tab).getByText("Deleted by you · 30 days left")).toBeVisible();
  });

  await test.step("Ana sees both deletions, and restores Bo's", async () => {
    await openTrash(ana);
    const rows = trash(ana).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("Deleted by Bo Berg");
    await expectFitForAll(ana, "recently deleted");
    await rows
      .first()
      .getByRole("button", { name: /^Restore/ })
      .click();
    await expectToast(ana, "Photo restored");
    await expect(rows).toHaveCount(1);
    await expect(photos(tab)).toHaveCount(2);
    await expect(trash(tab).getByText("Nothing in here")).toBeVisible();
  });

  await test.step("Ana deletes the other one for good, after a confirmation", async () => {
    const ask = ana.getByRole("alertdialog", { name: "Delete this photo for good?" });
    const button = trash(ana).getByRole("button", { name: /^Delete for Good/ });
    await button.click();
    await expectFitForAll(ana, "deleting for good");
    await ana.keyboard.press("Escape");
    await expect(ask).toBeHidden();
    await button.click();
    await ask.getByRole("button", { name: "Delete for Good" }).click();
    await expect(trash(ana).getByText("Nothing in here")).toBeVisible();
    await ana.keyboard.press("Escape");
    await expect(trash(ana)).toBeHidden();
    await expect(photos(ana)).toHaveCount(2);
  });
});

test("an empty gallery leads to its deleted photos on a phone", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip: id } = await seedTrip([page.request], 1);
  await page.goto(`/trips/${id}`);
  await photos(page).first().tap(patient);
  await deleteButton(page).tap();
  await expect(page.getByText("Nothing on film yet")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).tap();
  await galleryMenu(page).tap();
  await page.getByRole("menuitem", { name: "Recently Deleted" }).tap();
  await expectFitForAll(page, "recently deleted on a phone");
  await trash(page)
    .getByRole("button", { name: /^Restore/ })
    .tap();
  await expect(trash(page).getByText("Nothing in here")).toBeVisible();
  await trash(page).getByRole("button", { name: "Close" }).tap();
  await expect(photos(page)).toHaveCount(1);
});

test(
  "a deletion without a connection is undone, and a failed trash loads again",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const { page } = await openInTrouble("Ana");
    const { trip: id } = await seedTrip([page.request], 2);
    await page.goto(`/trips/${id}`);
    await photos(page).first().click(patient);
    await expect(deleteButton(page)).toBeVisible();
    await page.context().setOffline(true);
    await deleteButton(page).click();
    await expectToast(page, "Not deleted");
    await page.keyboard.press("Escape");
    await expect(photos(page)).toHaveCount(2);

    await test.step("an Undo that fails without a connection can be tried again", async () => {
      await page.context().setOffline(false);
      await photos(page).first().click();
      await deleteButton(page).click();
      await page.getByRole("button", { name: "Undo" }).hover();
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Undo" }).click();
      await expectToast(page, "Not undone");
      await page.getByRole("button", { name: "Try Again" }).hover();
      await page.context().setOffline(false);
      await page.getByRole("button", { name: "Try Again" }).click();
      await page.keyboard.press("Escape");
      await expect(photos(page)).toHaveCount(2);
    });

    await test.step("a trash that does not load says so", async () => {
      await photos(page).first().click();
      await deleteButton(page).click();
      await page.keyboard.press("Escape");
      await expect(photos(page)).toHaveCount(1);
      // Only the press gets an answer: the page also asks by itself when its connection is back.
      const isPressed = () => page.evaluate(() => "isPressed" in globalThis);
      await page.route("**/trash", async (route) => ((await isPressed()) ? route.continue() : route.abort()));
      await openTrash(page);
      await expect(trash(page).getByText("The deleted photos did not load")).toBeVisible();
      await page.evaluate(() => addEventListener("click", () => Object.assign(globalThis, { isPressed: true }), true));
      await trash(page).getByRole("button", { name: "Try Again" }).click();
      await expect(trash(page).getByRole("listitem")).toHaveCount(1);
    });
  },
);
