import type { Page } from "@playwright/test";
import { stored } from "../../server/media/fixtures/pictures.ts";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";
import { choose, pick, sheet, startUpload, tray } from "../uploading.ts";

const tiles = (page: Page) => page.locator("#gallery [data-photo]");
const row = (page: Page, name: string) => tray(page).getByRole("listitem").filter({ hasText: name });
const card = (page: Page, name: string) => sheet(page).getByRole("listitem").filter({ hasText: name });
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
  await page.getByRole("button", { name: "Add Photos" }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(shots(3));
  await startUpload(page);
  await expect(tray(page).getByText("Done").first()).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);
  await expectAccessible(page, "finished uploads");
  await choose(page, shots(1));
  await expect(row(page, "shot-0.png").getByText("Already here")).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);

  await test.step("the dialog of a link says which files may be added", async () => {
    await page.goto(`/trips/${seed.trip}?open=upload`);
    await expect(sheet(page).getByText(/Photos up to 10 MB, .*20 at a time/)).toBeVisible();
    await expectFitForAll(page, "adding photos");
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
  });
});

test("nothing is sent before the person has looked and pressed Upload", async ({ open }) => {
  const { page } = await open("Ana", desktop);
  const { trip: id } = await trip(page);
  const sends: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sends.push(request.url()));
  await page.getByRole("button", { name: "Add Photos" }).focus();
  await pick(page, shots(3));
  await expect(sheet(page).locator("canvas[data-drawn=true]")).toHaveCount(3);
  // The sheet grows while it opens.
  await expect.poll(async () => sheet(page).boundingBox()).toMatchObject({ width: 750, height: 550 });
  expect((await card(page, "shot-0.png").locator("canvas").boundingBox())?.width).toBe(280);
  await sheet(page).getByLabel("Caption of shot-2.png").fill("Sunset ");
  await expectFitForAll(page, "the upload sheet");

  await test.step("a file is removed and others are added, by keyboard", async () => {
    await card(page, "shot-0.png").getByRole("button", { name: "Remove shot-0.png" }).focus();
    await page.keyboard.press("Enter");
    await expect(card(page, "shot-0.png")).toBeHidden();
    await expect(sheet(page).getByRole("button", { name: "Remove shot-1.png" })).toBeFocused();
    const chooser = page.waitForEvent("filechooser");
    await sheet(page).getByRole("button", { name: "Add More" }).focus();
    await page.keyboard.press("Enter");
    const heic = { name: "quarters.heic", mimeType: "image/heic", buffer: stored("quarters.heic") };
    await (await chooser).setFiles([heic, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Tides") }]);
    await expect(card(page, "quarters.heic").getByText("This browser cannot show this photo")).toBeVisible();
    await expect(card(page, "notes.txt").getByText(/^Only photos \(.*\) can be added here\.$/)).toBeVisible();
    await expect(sheet(page).getByText("1 of 4 will stay behind. Each says why.")).toBeVisible();
  });

  await test.step("Escape asks, and the choice stays", async () => {
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your selection?" });
    await expectFitForAll(page, "discarding chosen files");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(sheet(page).getByLabel("Caption of shot-2.png")).toHaveValue("Sunset ");
    expect(sends).toEqual([]);
  });

  await sheet(page).getByRole("button", { name: "Upload 3 Files" }).click();
  await expect(tiles(page)).toHaveCount(3, { timeout: 30_000 });
  const items = (await (await page.request.get(`/api/trips/${id}/media`)).json()) as { caption: string | null }[];
  expect(items.map(({ caption }) => caption ?? "none").toSorted()).toEqual(["Sunset", "none", "none"]);

  await test.step("a discarded choice is gone", async () => {
    await pick(page, shots(1));
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(sheet(page)).toBeHidden();
    await pick(page, shots(5).slice(4));
    await expect(sheet(page).getByRole("listitem")).toHaveCount(1);
  });
});

test("one button adds photos at a time, and a cancelled picker opens nothing", async ({ open }) => {
  // So low that the gallery can scroll the buttons above it away.
  const [{ page }, bo] = [await open("Ana", { ...phone, viewport: { width: 390, height: 560 } }), await open("Bo")];
  // Two people: somebody who is alone on a trip sees Invite Members in place of Add Photos.
  const seed = await seedTrip([page.request, bo.page.request], 4);
  await page.goto(`/trips/${seed.trip}`);
  const add = page.getByRole("button", { name: "Add Photos" });
  await expect(tiles(page).first()).toBeVisible({ timeout: 60_000 });
  await add.first().evaluate((button) => button.scrollIntoView({ block: "center" }));
  await expect(add).toHaveCount(1);
  const picker = page.waitForEvent("filechooser");
  await add.tap();
  await (await picker).setFiles([]);
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL(`/trips/${seed.trip}`);
  await page.locator("#gallery").evaluate((gallery) => gallery.scrollIntoView());
  await expect(page.locator("#gallery").getByRole("button", { name: "Add Photos" })).toBeInViewport();
});

test("on a phone chosen files stand in two columns, and a tap opens a caption", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { trip: id } = await trip(page);
  await pick(page, shots(8));
  const cards = sheet(page).getByRole("listitem");
  await expect(cards).toHaveCount(8);
  const lefts = await cards.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  expect(new Set(lefts).size).toBe(2);
  const upload = sheet(page).getByRole("button", { name: "Upload 8 Files" });
  await expect(upload).toBeInViewport();
  await sheet(page).getByRole("button", { name: "Add Caption for shot-7.png" }).tap();
  await expect(sheet(page).getByRole("textbox", { name: "Caption of shot-7.png" })).toBeFocused();
  await page.keyboard.type("Last light");
  await page.keyboard.press("Tab");
  await expect(sheet(page).getByRole("button", { name: "Last light, Edit Caption for shot-7.png" })).toBeVisible();
  await expect(upload).toBeInViewport();
  await expectFitForAll(page, "chosen files on a phone");
  await upload.tap();
  await expect(page.getByRole("heading", { name: "Gallery 8" })).toBeVisible({ timeout: 60_000 });
  const items = (await (await page.request.get(`/api/trips/${id}/media`)).json()) as { caption: string | null }[];
  expect(items.filter(({ caption }) => caption === "Last light")).toHaveLength(1);
});

test("twenty go at a time, and the others after them", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  await trip(page);
  await pick(page, shots(22));
  const waits = sheet(page).getByText("Only 20 files go at a time. This one can go next.");
  await expect(waits).toHaveCount(2);
  await sheet(page).getByRole("button", { name: "Upload 20 Files" }).click();
  await expect(waits).toHaveCount(0);
  await sheet(page).getByRole("button", { name: "Upload 2 Files" }).click();
  // The wall renders only the rows near the window.
  await expect(page.getByRole("heading", { name: "Gallery 22" })).toBeVisible({ timeout: 60_000 });
});

test("a file that is no photo says why, before and after it is sent", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  await trip(page);
  const large = { ...photo("large.png", [1, 2, 3]), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  const broken = (name: string) => ({
    ...photo(name, [4, 5, 6]),
    buffer: Buffer.concat([photo("x", [4, 5, 6]).buffer.subarray(0, 200), Buffer.from(name)]),
  });
  await pick(page, [
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Tide tables") },
    large,
    photo("good.png", [7, 8, 9]),
    { ...photo("empty.png", [1, 2, 3]), buffer: Buffer.alloc(0) },
    broken("broken.png"),
    broken("torn.png"),
  ]);
  await expect(card(page, "notes.txt").getByText(/^Only photos \(.*\) can be added here\.$/)).toBeVisible();
  await expect(card(page, "large.png").getByText("This photo is too large: at most 10 MB each.")).toBeVisible();
  await expect(card(page, "empty.png").getByText("This file is empty.")).toBeVisible();
  await expectFitForAll(page, "chosen files that cannot be uploaded");
  await page.setViewportSize({ width: 390, height: 500 });
  await sheet(page).getByRole("button", { name: "Upload 3 Files" }).click();

  // Also a phone unfolds the list for a failure, and says a reason once for all files that share it.
  await expect(row(page, "broken.png").getByRole("button", { name: "Dismiss broken.png" })).toBeVisible();
  await expect(row(page, "torn.png")).toBeVisible();
  await expect(tray(page).getByText(/^This photo is damaged or incomplete\./)).toHaveCount(1);
  await expect(row(page, "good.png").getByText("Done")).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  // The tray lists failed files first, although `good.png` was chosen before two of them.
  await expect(tray(page).getByRole("listitem").last()).toContainText("good.png");
  await expectFitForAll(page, "uploads that failed");
  const isCut = (item: Element) => item.scrollHeight > item.clientHeight;
  for (const item of await tray(page).getByRole("listitem").all()) expect(await item.evaluate(isCut)).toBe(false);
  await row(page, "broken.png").getByRole("button", { name: "Dismiss broken.png" }).click();
  await expect(row(page, "broken.png")).toBeHidden();
});

test("uploads continue after a lost connection, and one can be cancelled", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  await trip(page);
  // A first photo loads the limits and opens the tray.
  await choose(page, photo("first.png", [200, 9, 9]));
  await expect(tiles(page)).toHaveCount(1);
  // The confetti of the first photo has loaded its code, which it could not do offline.
  await expect(page.locator("canvas")).toBeAttached();
  await page.context().setOffline(true);
  await choose(page, [photo("second.png", [9, 200, 9]), photo("third.png", [9, 9, 200])]);
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
  await choose(page, shots(1));
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
    await choose(page, film);
    const told = tray(page).getByText(/^Failed to get upload URL\. Something went wrong on our side/);
    await expect(told).toBeVisible({ timeout: 60_000 });
    await expect(again).toBeVisible();
  });
  await again.click();
  await expect(tray(page).getByText("1 video is in", { exact: true })).toBeVisible({ timeout: 60_000 });
});
