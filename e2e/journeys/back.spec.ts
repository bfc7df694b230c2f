import type { Page } from "@playwright/test";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

test("on a phone, Back closes the top layer before it leaves the page", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 3);
  const url = `/trips/${seed.trip}`;
  await page.goto("/members");
  await page.goto(url);
  await expect(photos(page)).toHaveCount(3, { timeout: 60_000 });

  await test.step("Back closes the viewer", async () => {
    await photos(page).first().tap();
    await expect(viewer(page)).toBeVisible();
    await page.goBack();
    await expect(viewer(page)).toBeHidden();
    await expect(page).toHaveURL(url);
  });

  await test.step("Back closes a dialog above the viewer, then the viewer", async () => {
    await photos(page).first().tap();
    const dialog = page.getByRole("dialog", { name: "Caption" });
    await viewer(page).getByRole("button", { name: "Add Caption" }).tap();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(viewer(page)).toBeVisible();
    // A dialog that is closed by its button leaves no history entry.
    await viewer(page).getByRole("button", { name: "Add Caption" }).tap();
    await dialog.getByRole("button", { name: "Close" }).tap();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(viewer(page)).toBeHidden();
    await expect(page).toHaveURL(url);
  });

  await test.step("Back or its button ends the selection of photos", async () => {
    await chooseInGallery(page, "Select");
    await expect(bar(page)).toBeVisible();
    await photos(page)
      .first()
      .evaluate((one) => one.scrollIntoView({ block: "center" }));
    await photos(page).first().tap();
    await expect(bar(page).getByText("1 selected")).toBeVisible();
    await page.goBack();
    await expect(bar(page)).toBeHidden();
    await expect(page).toHaveURL(url);
    await chooseInGallery(page, "Select");
    await bar(page).getByRole("button", { name: "Stop selecting" }).tap();
    await expect(bar(page)).toBeHidden();
  });

  await test.step("deleting the last photo closes the viewer", async () => {
    await page.goto(`${url}?kind=photo`);
    for (let left = 3; left > 0; left -= 1) {
      await photos(page).first().tap();
      await viewer(page).getByRole("button", { name: "Delete" }).tap();
      // The toast lies over the buttons of the viewer.
      await page.getByRole("button", { name: "Dismiss" }).tap();
      if (left > 1) await viewer(page).getByRole("button", { name: "Close" }).tap();
      await expect(viewer(page)).toBeHidden();
      await expect(photos(page)).toHaveCount(left - 1);
    }
    await expect(page).toHaveURL(`${url}?kind=photo`);
  });

  await page.goBack();
  await expect(page).toHaveURL(url);
  await page.goBack();
  await expect(page).toHaveURL("/members");
});

test("Escape closes the open dialog also while a toast shows", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${trip}?open=edit`);
  const dialog = page.getByRole("dialog", { name: "Edit Trip" });
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles(photo("cover.png", [10, 120, 140]));
  await expectToast(page, "Photo uploaded!", "Trip photo has been updated");
  await dialog.getByLabel("Trip Name").focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expectToast(page, "Photo uploaded!");
});
