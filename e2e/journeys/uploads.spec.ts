import type { Page } from "@playwright/test";
import { stored } from "../../server/media/fixtures/pictures.ts";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const tiles = (page: Page) => page.locator("#gallery [data-photo]");
const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });
const row = (page: Page, name: string) => tray(page).getByRole("listitem").filter({ hasText: name });
const pick = (page: Page, files: ReturnType<typeof photo>[]) =>
  page.locator("#gallery").getByLabel("Photos to add").setInputFiles(files);
const shots = (count: number) =>
  Array.from({ length: count }, (_, i) => photo(`shot-${i}.png`, [i * 9, 255 - i * 9, 120], 60 + i, 40));

async function trip(page: Page) {
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.trip}`);
  await expect(page.getByText("Nothing on film yet")).toBeVisible();
  return seed;
}

test("photos are picked by keyboard and appear in the gallery; duplicates are skipped", async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await trip(page);
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#gallery").getByRole("button", { name: "Add Photos" }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(shots(3));
  await expect(tray(page).getByText("Done").first()).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);
  await expectAccessible(page, "finished uploads");
  await pick(page, [...shots(1)]);
  await expect(row(page, "shot-0.png").getByText("Already here")).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);

  await test.step("the dialog of a link says which files may be added", async () => {
    await page.goto(`/trips/${seed.trip}?open=upload`);
    const dialog = page.getByRole("dialog", { name: "Add Photos" });
    await expect(dialog.getByText(/Photos up to 10 MB, .*20 at a time/)).toBeVisible();
    await expectFitForAll(page, "adding photos");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test("of 22 chosen photos the first 20 are added, and a toast says so", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  await trip(page);
  await pick(page, shots(22));
  await expectToast(
    page,
    "Too Many Photos",
    "Please select no more than 20 photos. You selected 22. The first 20 are on their way.",
  );
  await expect(page.getByText(/^20\s*photos and videos$/).first()).toBeVisible({ timeout: 60_000 });
});

test("each file that cannot be added is listed with the reason", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  await trip(page);
  const large = { ...photo("large.png", [1, 2, 3]), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await pick(page, [
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Tide tables") },
    large,
    photo("good.png", [7, 8, 9]),
    { ...photo("empty.png", [1, 2, 3]), buffer: Buffer.alloc(0) },
    { ...photo("broken.png", [4, 5, 6]), buffer: photo("x", [4, 5, 6]).buffer.subarray(0, 200) },
  ]);
  await expect(row(page, "notes.txt").getByText(/^Only photos \(.*\) can be added here\.$/)).toBeVisible();
  await expect(row(page, "large.png").getByText("This photo is too large: at most 10 MB each.")).toBeVisible();
  await expect(row(page, "empty.png").getByText("This file is empty.")).toBeVisible();
  await expect(row(page, "broken.png").getByRole("button", { name: "Dismiss broken.png" })).toBeVisible();
  await expect(row(page, "good.png").getByText("Done")).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  // The tray lists failed files first, although `good.png` was chosen before two of them.
  await expect(tray(page).getByRole("listitem").last()).toContainText("good.png");
  await expectFitForAll(page, "uploads that failed");
  const isCut = (item: Element) => item.scrollHeight > item.clientHeight;
  await page.setViewportSize({ width: 390, height: 500 });
  for (const item of await tray(page).getByRole("listitem").all()) expect(await item.evaluate(isCut)).toBe(false);
  await row(page, "notes.txt").getByRole("button", { name: "Dismiss notes.txt" }).click();
  await expect(row(page, "notes.txt")).toBeHidden();
});

test("uploads continue after a lost connection, and one can be cancelled", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  await trip(page);
  // A first photo loads the limits and opens the tray.
  await pick(page, [photo("first.png", [200, 9, 9])]);
  await expect(tiles(page)).toHaveCount(1);
  // The confetti of the first photo has loaded its code, which it could not do offline.
  await expect(page.locator("canvas")).toBeAttached();
  await page.context().setOffline(true);
  await pick(page, [photo("second.png", [9, 200, 9]), photo("third.png", [9, 9, 200])]);
  await expect(row(page, "second.png").getByText("You seem to be offline. Going on shortly.")).toBeVisible();
  await expect(tray(page).getByText(/^Paused at \d of \d, goes on by itself$/)).toBeVisible();
  await row(page, "third.png").getByRole("button", { name: "Cancel third.png" }).click();
  await expect(row(page, "third.png")).toBeHidden();
  await page.context().setOffline(false);
  await expect(tiles(page)).toHaveCount(2, { timeout: 60_000 });
});

test("no upload begins before the limits have loaded", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const { trip: id } = await trip(page);
  // Another page has loaded the trip but not the upload limits.
  await page.goto(`/trips/${id}/leaderboard`);
  await expect(page.getByRole("button", { name: "Dawn Patrol" })).toBeVisible();
  const back = page.locator("main").getByRole("link", { name: "Ericeira ’26" });
  await expect(back).toBeVisible();
  await page.context().setOffline(true);
  await back.click();
  await expect(page.getByRole("heading", { name: "Gallery" })).toBeVisible();
  await pick(page, shots(1));
  await expectToast(page, "Failed to get upload URL", "You seem to be offline. Check your connection and try again.");
  await expect(tray(page)).toBeHidden();
  await expectFitForAll(page, "an upload that could not begin");
  await page.context().setOffline(false);
  await pick(page, shots(1));
  await expect(tray(page).getByText("1 photo is in", { exact: true })).toBeVisible({ timeout: 60_000 });
});

test("a failed call for an upload address can be repeated", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  await trip(page);
  // The server stores the address of an upload this large. Players ignore the bytes after the video.
  const rest = Buffer.alloc(11 * 1024 * 1024);
  rest.writeUInt32BE(rest.length);
  rest.write("free", 4);
  const film = { name: "wave.mp4", mimeType: "video/mp4", buffer: Buffer.concat([stored("videos/wave.mp4"), rest]) };
  const again = row(page, "wave.mp4").getByRole("button", { name: "Retry wave.mp4" });
  await trouble.noWrites("uploads", async () => {
    await page.locator("#gallery").getByLabel("Photos to add").setInputFiles(film);
    const told = row(page, "wave.mp4").getByText(/^Failed to get upload URL\. Something went wrong on our side/);
    await expect(told).toBeVisible({ timeout: 60_000 });
    await expect(again).toBeVisible();
  });
  await again.click();
  await expect(tray(page).getByText("1 video is in", { exact: true })).toBeVisible({ timeout: 60_000 });
});
