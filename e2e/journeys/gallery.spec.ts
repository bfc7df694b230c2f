import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { fillGallery } from "../seed-gallery.ts";
import { expectToast } from "../toast.ts";

const tiles = (page: Page) => page.locator("#gallery [data-photo]");
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const tileAt = (page: Page, index: number) => page.locator(`#gallery [data-index="${index}"]`);
const chosen = (page: Page) => page.locator("#gallery [aria-checked=true]");
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

/** Opens a trip on Ana's page. She is its organizer; she and Bo own every second photo. */
async function trip(people: { ana: Page; bo: Page }, count = 8) {
  const seed = await seedTrip([people.ana.request, people.bo.request], count);
  const url = `/trips/${seed.trip}`;
  await people.ana.goto(url);
  await expect(photos(people.ana)).toHaveCount(count, { timeout: 60_000 });
  return { ...seed, url };
}

test("photos are selected by mouse, by range, all at once, and deselected", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await expect(bar(page).getByText("Choose photos")).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Download" })).toBeDisabled();
  await tileAt(page, 1).click();
  await expect(bar(page).getByText("1 selected")).toBeVisible();
  await tileAt(page, 4).click({ modifiers: ["Shift"] });
  await expect(chosen(page)).toHaveCount(4);
  // A new range from the same photo replaces the earlier range.
  await tileAt(page, 0).click({ modifiers: ["Shift"] });
  await expect(chosen(page)).toHaveCount(2);
  await bar(page).getByRole("button", { name: "Select All" }).click();
  await expect(bar(page).getByText("8 selected")).toBeVisible();
  await tileAt(page, 3).click();
  await expect(bar(page).getByText("7 selected")).toBeVisible();
  await expectFitForAll(page, "selecting photos");
  // A phone at a page zoom of 200 % has this size.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 195, height: 600 });
  for (const button of await bar(page).getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await bar(page).getByRole("button", { name: "Stop selecting" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Select", exact: true })).toBeFocused();

  await test.step("the check that appears on hovering does not grow over the photo with the letters", async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const photo = tileAt(page, 1);
    await photo.hover();
    const check = page
      .locator("#gallery")
      .getByRole("button", { name: /^Select (photo|video)/i })
      .nth(1);
    expect((await check.boundingBox())!.width).toBeLessThanOrEqual(44);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  });

  await test.step("a press selects its photo even if the photo moves away", async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const last = tileAt(page, 7);
    await last.scrollIntoViewIfNeeded();
    const before = (await last.boundingBox())!;
    await page.mouse.move(before.x + before.width - 20, before.y + before.height - 20);
    await page.mouse.down();
    await page.addStyleTag({ content: `#gallery { padding-top: ${Math.round(before.height)}px }` });
    await expect.poll(async () => (await last.boundingBox())!.y).not.toBe(before.y);
    await page.mouse.up();
    await expect(last).toHaveAttribute("aria-checked", "true");
    await expect(chosen(page)).toHaveCount(1);
    await page.keyboard.press("Escape");
  });

  await test.step("dragging over photos selects them", async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const [from, over] = [(await tileAt(page, 0).boundingBox())!, (await tileAt(page, 2).boundingBox())!];
    await page.mouse.move(from.x + 30, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(over.x + 20, over.y + 60, { steps: 6 });
    await page.mouse.up();
    await expect(chosen(page)).toHaveCount(3);
  });

  await test.step("a range keeps its first photo when others add photos above it", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await tileAt(page, 2).click();
    await expect(chosen(page)).toHaveCount(1);
    await addPhoto(bo.page.request, seed.trip, photo("late.png", [90, 9, 9]));
    await expect(photos(page)).toHaveCount(9, { timeout: 60_000 });
    await expect(tileAt(page, 3)).toBeChecked();
    await tileAt(page, 5).click({ modifiers: ["Shift"] });
    await expect(chosen(page)).toHaveCount(3);
    await expect(tileAt(page, 2)).not.toBeChecked();
  });
});

test("photos are selected by keyboard alone", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  const { keyboard } = page;
  await tileAt(page, 0).focus();
  await keyboard.press("ArrowRight");
  await expect(tileAt(page, 1)).toBeFocused();
  await keyboard.press("Space");
  await expect(tileAt(page, 1)).toBeChecked();
  await keyboard.press("Shift+ArrowRight");
  await keyboard.press("Shift+ArrowRight");
  await expect(chosen(page)).toHaveCount(3);
  await expect(tileAt(page, 3)).toBeFocused();
  await keyboard.press("Shift+ArrowLeft");
  await expect(chosen(page)).toHaveCount(2);
  await keyboard.press("End");
  await expect(tileAt(page, 7)).toBeFocused();
  await keyboard.press("ArrowUp");
  await keyboard.press("Home");
  await expect(tileAt(page, 0)).toBeFocused();
  await keyboard.press("Control+a");
  await expect(bar(page).getByText("8 selected")).toBeVisible();
  await keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await expect(tileAt(page, 0)).toBeFocused();
});

test("a long press on a photo starts selecting", async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  await tileAt(page, 1).scrollIntoViewIfNeeded();
  const box = (await tileAt(page, 1).boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await expect(bar(page).getByText("1 selected")).toBeVisible();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(bar(page).getByText("1 selected")).toBeVisible();
  await tileAt(page, 2).tap();
  await expect(bar(page).getByText("2 selected")).toBeVisible();
  await expectAccessible(page, "selecting on a phone");
});

test("a gallery is filtered by person and by kind, and says when nothing fits", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  const pick = async (name: string) => {
    await page.getByRole("button", { name: /^Filter/ }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
  };
  await page.getByRole("button", { name: /^Filter/ }).click();
  await expect(page.getByRole("menuitem", { name: "Bo Berg" })).toContainText("4");
  await expect(page.getByRole("menuitem", { name: /^Videos/ })).toBeInViewport({ ratio: 1 });
  await expectFitForAll(page, "the filter of a gallery");
  await page.emulateMedia({ forcedColors: "active" });
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[role=menuitem]:focus")).toHaveCSS("outline-style", "solid");
  await page.emulateMedia({ forcedColors: null });
  await page.keyboard.press("Escape");
  await pick("Bo Berg");
  await expect(tiles(page)).toHaveCount(4);
  await expect(page).toHaveURL(/by=/);
  await pick("Not mine");
  await expect(tiles(page)).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Filter: Not mine" })).toBeVisible();
  await page.reload();
  await expect(tiles(page)).toHaveCount(4);
  await pick("Videos");
  await expect(page.getByText("Nothing like that here")).toBeVisible();
  await page.getByRole("button", { name: "Show Everything" }).click();
  await expect(tiles(page)).toHaveCount(8);
});

test("a refresh that fails says why and can be repeated", async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await trip({ ana: ana.page, bo: bo.page }, 2);
  await trouble.noTable("media", async () => {
    await ana.page.getByRole("button", { name: "Refresh" }).click();
    await expectToast(ana.page, "Refresh Failed", "Something went wrong on our side. Please try again.");
  });
  await ana.page.getByRole("button", { name: "Refresh" }).click();
  await expect(photos(ana.page)).toHaveCount(2);

  await test.step("a menu whose code does not load says so, and opens at the next press", async () => {
    const more = ana.page.getByRole("button", { name: "More for this gallery" });
    await ana.page.context().setOffline(true);
    await more.click();
    await expectToast(ana.page, "That did not load", "Check your connection and try again.");
    await ana.page.context().setOffline(false);
    await more.click();
    await expect(ana.page.getByRole("menuitem", { name: "Slideshow" })).toBeVisible();
  });
});

test("other people's photos and likes appear by themselves", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await trip({ ana: ana.page, bo: bo.page }, 2);
  await addPhoto(bo.page.request, seed.trip, photo("late.png", [9, 99, 9]));
  await expect(photos(ana.page)).toHaveCount(3, { timeout: 60_000 });
  const id = await tileAt(ana.page, 1).getAttribute("data-photo");
  await bo.page.request.post(`/api/media/${id}/like`, { data: {} });
  await expect(tileAt(ana.page, 1).getByText("1")).toBeVisible();
});

test("a gallery of 5,000 photos scrolls to any of them and keeps few in the page", async ({
  openInTrouble,
  server,
}) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 1);
  const people = seed.crew.map((one) => one["id"]!);
  await fillGallery(server, seed.trip, 5000, people);
  const { page } = ana;
  await page.goto(`/trips/${seed.trip}`);
  await expect(tileAt(page, 0)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(100_000);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);

  await test.step("half way down, photos and their day show at once", async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" }));
    await expect(photos(page).first()).toBeVisible();
    await expect(page.locator("#gallery h3").first()).toHaveText(/July/);
    expect(await page.locator("#gallery *").count()).toBeLessThan(1500);
    const item = photos(page).first().locator("xpath=ancestor::li");
    expect(Number(await item.getAttribute("aria-setsize"))).toBeGreaterThan(100);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });

  await test.step("Back keeps the position", async () => {
    const profile = page.getByRole("link", { name: "Profile" }).first();
    const id = await photos(page).nth(12).getAttribute("data-photo");
    const seen = page.locator(`[data-photo="${id}"]`);
    const { y } = (await seen.boundingBox())!;
    // Clicking the link could scroll the page, so the script does it.
    await profile.dispatchEvent("click");
    await expect(page.getByRole("heading", { name: "Ana Berg" }).first()).toBeVisible();
    await page.goBack();
    await expect.poll(async () => Math.abs(((await seen.boundingBox())?.y ?? Infinity) - y)).toBeLessThan(2);
  });

  await test.step("a new photo above does not move the photos in view", async () => {
    const seen = page.locator("#gallery a[data-photo]").nth(12);
    const [id, before] = [await seen.getAttribute("data-photo"), (await seen.boundingBox())!];
    await addPhoto(bo.page.request, seed.trip, photo("new.png", [90, 9, 9]));
    // The new photo is the first, so each index grows by one.
    const place = Number(await seen.getAttribute("data-index"));
    await expect(page.locator(`[data-photo="${id}"]`)).toHaveAttribute("data-index", String(place + 1));
    const after = (await page.locator(`[data-photo="${id}"]`).boundingBox())!;
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  });

  await test.step("an old photo added further down does not move them either", async () => {
    const seen = page.locator("#gallery a[data-photo]").nth(12);
    const [id, before] = [await seen.getAttribute("data-photo"), (await seen.boundingBox())!];
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await addPhoto(bo.page.request, seed.trip, photo("IMG-20200102-WA0001.png", [9, 90, 9]));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(tall);
    const after = (await page.locator(`[data-photo="${id}"]`).boundingBox())!;
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  });

  await test.step("Control+A selects all photos, also those that were never in view", async () => {
    await photos(page).nth(3).focus();
    await page.keyboard.press("Control+a");
    await expect(bar(page).getByText("5,003 selected")).toBeVisible();
    await page.keyboard.press("End");
    await expect(tileAt(page, 5002)).toBeFocused();
    await expect(tileAt(page, 5002)).toBeChecked();
  });
});
