import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { addPhoto, register, seedTrip, send } from "../seed.ts";
import { everythingShown, expectToast } from "../toast.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Edit Profile" });
const picker = (page: Page) => dialogOf(page).locator("input[type=file]").first();
const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });

async function edit(page: Page) {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(dialogOf(page)).toBeVisible();
}

test("a new profile is empty; its owner adds text and a photo", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await register(page.request, "Ana");
  const seen = await recordTexts(page, "button");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Ana Berg", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Ana Berg · Swellmates");
  await expect(page.getByText("No bio yet - just here for the good vibes and epic waves!")).toBeVisible();
  await expect(page.getByText("No awards yet")).toBeVisible();
  const stats = page.getByRole("region", { name: "Stats" });
  await expect(stats.getByRole("term")).toHaveText(["Gold", "Silver", "Bronze", "Total awards"]);
  await expect(stats.getByRole("definition")).toHaveText(["00", "00", "00", "0"]);

  await edit(page);
  const bio = dialogOf(page).getByLabel("Bio");
  await expect(bio).toHaveAttribute("placeholder", "Tell your crew about yourself...");
  await expect(dialogOf(page).getByText("0/500 characters")).toBeVisible();
  await expect(dialogOf(page).getByRole("button", { name: "Change Photo" })).toBeVisible();
  await bio.fill("x".repeat(501));
  await expect(dialogOf(page).getByText("500/500 characters")).toBeVisible();
  await bio.fill("  Salty since 1998.  ");
  await expect(dialogOf(page).getByText("21/500 characters")).toBeVisible();

  await picker(page).setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("waves") });
  await expectToast(page, "Invalid file type", "Please select an image file");
  const heavy = { name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) };
  await picker(page).setInputFiles(heavy);
  await expectToast(page, "File too large", "Please select an image under 5MB");
  await picker(page).setInputFiles(photo("face.png", [217, 58, 110], 400, 400));
  await expectToast(page, "Photo uploaded!", "Your profile photo has been updated");
  await expectFitForAll(page, "edit profile");
  // Only saving the form changes the profile's photo.
  const mine = async () =>
    (await (await page.request.get("/api/auth/user")).json()) as { profileImageUrl: string | null; bio: string | null };
  expect((await mine()).profileImageUrl).toBeNull();
  await save(page).click();
  await expectToast(page, "Profile updated", "Your profile has been updated successfully");
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText("Salty since 1998.", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").locator("header img")).toBeVisible();
  expect(await mine()).toMatchObject({
    bio: "Salty since 1998.",
    profileImageUrl: expect.stringMatching(/^\/objects\//),
  });
  expect(await seen()).toEqual(expect.arrayContaining(["Uploading...", "Saving..."]));
});

test("a failed edit says why and keeps the typed text", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  const words = await everythingShown(page);
  await register(page.request, "Ana");
  await page.goto("/profile");
  await edit(page);
  await dialogOf(page).getByLabel("Bio").fill("Salty");
  await trouble.noFiles(async () => {
    await picker(page).setInputFiles(photo("face.png", [217, 58, 110], 300, 300));
    await expectToast(page, "Upload Error", "Failed to upload profile photo");
  });
  const broken = { name: "face.png", mimeType: "image/png", buffer: Buffer.from("not a picture at all") };
  await picker(page).setInputFiles(broken);
  await expectToast(page, "Upload Error", "Failed to upload profile photo");
  await trouble.noWrites("people", async () => {
    await save(page).click();
    await expectToast(page, "Error", "Failed to update profile");
  });
  await expect(dialogOf(page).getByLabel("Bio")).toHaveValue("Salty");
  await page.context().setOffline(true);
  await save(page).click();
  await expect(dialogOf(page).getByRole("alert").filter({ hasText: "You seem to be offline" })).toBeVisible();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await save(page).click();
  await expect(page).toHaveURL(/\/auth\?return=%2Fprofile%3Fopen%3Dprofile$/);
  expect(words.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."))).toBe(true);
});

test("a friend's profile shows their titles, best photos and trips, and no edit button", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const { page } = bo;
  const { id } = await addPhoto(ana.page.request, seed.trip, photo("best.png", [18, 147, 143]));
  await send(page.request, "POST", `/api/media/${id}/like`, {});
  const highlights = async () =>
    (await (await page.request.get(`/api/users/${seed.crew[0]!["id"]}/highlights`)).json()) as { photos: unknown[] };
  await expect.poll(async () => (await highlights()).photos.length).toBe(1);
  await page.goto(`/profile/${seed.crew[0]!["id"]}`);
  await expect(page.getByRole("heading", { name: "Ana Berg", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Account" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Titles" }).getByRole("link")).toHaveText([
    "Best Wipeout · Ericeira ’26",
  ]);
  await expect(page.getByRole("region", { name: "Best Photos" }).getByRole("img")).toHaveAttribute(
    "alt",
    "Photo from Ericeira ’26",
  );
  await expect(page.getByRole("region", { name: "Trips Together" }).getByRole("link")).toHaveText([/^Ericeira ’26/]);
  await expectFitForAll(page, "a friend's profile");
  const recent = page.getByRole("region", { name: "Recent Awards" });
  await expect(recent.getByText("Best Wipeout")).toBeVisible();
  await expect(recent.getByText("Gold:")).toBeAttached();
  const stats = page.getByRole("region", { name: "Stats" });
  await expect(stats.getByText("Total awards")).toBeVisible();
  await expect(stats.getByRole("definition")).toHaveText(["11", "00", "00", "1"]);
  await recent.getByRole("link", { name: "Ericeira ’26" }).click();
  await expect(page.getByRole("heading", { name: "Current Leaderboards" })).toBeVisible();
});

test("a profile without a shared squad is not found", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  const seed = await seedTrip([ana.page.request], 0);
  await register(bo.page.request, "Bo");
  await bo.page.goto(`/profile/${seed.crew[0]!["id"]}`);
  await expect(bo.page.getByRole("heading", { name: "User not found" })).toBeVisible();
  await bo.page.goto("/profile/nobody");
  await expect(bo.page.getByRole("heading", { name: "User not found" })).toBeVisible();
  await trouble.noTable("tallies", async () => {
    await ana.page.goto("/profile");
    await expect(ana.page.getByText("The awards did not come through")).toBeVisible();
  });
  // A hint may have the page try again by itself.
  const again = ana.page.getByRole("button", { name: "Try Again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 });
    const awards = ana.page.getByRole("region", { name: "Recent Awards" });
    await expect(awards.getByText("Best Wipeout")).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("editing the profile works by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  await register(page.request, "Ana");
  await page.goto("/profile");
  const opener = page.getByRole("button", { name: "Edit Profile" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByLabel("Bio").focus();
  await page.keyboard.type("Salty");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(save(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "Profile updated");
  await expect(opener).toBeFocused();
  await expect(page.getByText("Salty", { exact: true })).toBeVisible();
});
