import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery, galleryMenu } from "../gallery-menu.ts";
import { addPhoto, seedTrip } from "../seed.ts";
import { fillGallery } from "../seed-gallery.ts";
import { expectToast } from "../toast.ts";

const tiles = (page: Page) => page.locator("#gallery [data-photo]");
const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const tileAt = (page: Page, index: number) => page.locator(`#gallery [data-index="${index}"]`);
const chosen = (page: Page) => page.locator("#gallery [aria-checked=true]");
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

/** How much of the page has moved since it was opened, without a press: 1 is a whole window. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

/** Opens a trip on Ana's page. She is its organizer; she and Bo own every second photo. */
async function trip(people: { ana: Page; bo: Page }, count = 8) {
  const seed = await seedTrip([people.ana.request, people.bo.request], count);
  const url = `/trips/${seed.trip}`;
  await people.ana.goto(url);
  await expect(photos(people.ana)).toHaveCount(count, { timeout: 60_000 });
  return { ...seed, url };
}

test("a trip prints without bars, buttons and empty pages", async ({ openInTrouble, server }) => {
  const { page } = await openInTrouble("Ana");
  const seed = await seedTrip([page.request], 1);
  await fillGallery(server, seed.trip, 300, [seed.crew[0]!["id"]!]);
  await page.goto(`/trips/${seed.trip}`);
  await expect(photos(page).nth(10)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const text of ["Ericeira ’26", "The Crew 1", "Gallery 301"])
    await expect(page.getByRole("heading", { name: text })).toBeVisible();
  await expect(page.getByText("Ana Berg").first()).toBeVisible();
  await expect(photos(page).first()).toBeVisible();
  for (const bar of [page.getByRole("navigation"), page.getByRole("button"), page.getByRole("slider")])
    await expect(bar).toHaveCount(0);
  const { tall, wall } = await page.evaluate(() => {
    const last = [...document.querySelectorAll("[data-photo]")].at(-1)!;
    return { tall: document.documentElement.scrollHeight, wall: last.getBoundingClientRect().bottom + scrollY };
  });
  expect(tall - wall, "empty paper below the last photo").toBeLessThan(200);
});

test("photos are selected by mouse, by range, all at once, and deselected", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  await chooseInGallery(page, "Select");
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
  // Nothing is half under the top bar.
  await page.evaluate(() => scrollTo(0, 0));
  await expectFitForAll(page, "selecting photos");
  // A phone at a page zoom of 200 % has this size.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 195, height: 600 });
  for (const button of await bar(page).getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await bar(page).getByRole("button", { name: "Stop selecting" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(galleryMenu(page)).toBeFocused();

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
    await chooseInGallery(page, "Select");
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
    await chooseInGallery(page, "Select");
    const [from, over] = [(await tileAt(page, 0).boundingBox())!, (await tileAt(page, 2).boundingBox())!];
    await page.mouse.move(from.x + 30, from.y + 60);
    await page.mouse.down();
    await page.mouse.move(over.x + 20, over.y + 60, { steps: 6 });
    await page.mouse.up();
    await expect(chosen(page)).toHaveCount(3);
  });

  await test.step("a range keeps its first photo when others add photos above it", async () => {
    await page.keyboard.press("Escape");
    await chooseInGallery(page, "Select");
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

test("a long press on a photo starts selecting", { tag: "@long" }, async ({ open }) => {
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

test("a gallery is filtered by person and by kind, and says when nothing fits", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  const { trip: id } = await trip({ ana: ana.page, bo: bo.page });
  const { page } = ana;
  const filter = page.getByRole("button", { name: /^Filter/ });
  const sheet = page.getByRole("dialog", { name: "Filter" });
  const whose = (name: string) => sheet.getByRole("radio", { name: new RegExp(`^${name} \\d`) });
  await expect(filter).toHaveCount(0);
  for (let i = 0; i < 4; i += 1) await addPhoto(bo.page.request, id, photo(`late-${i}.png`, [9, 99, 9 + i]));
  await expect(filter).toBeVisible({ timeout: 60_000 });

  await filter.tap();
  await expect(whose("Everyone")).toBeChecked();
  await expect(sheet.getByRole("radio").first()).toHaveAccessibleName("Mine 4");
  await expect(whose("Bo Berg")).toHaveAccessibleName("Bo Berg 8");
  await expectFitForAll(page, "the filter of a gallery");
  // The gallery behind the sheet follows each choice.
  await sheet.getByText("Bo Berg").tap();
  await expect(tiles(page)).toHaveCount(8);
  await expect(page).toHaveURL(/by=/);
  await whose("Bo Berg").press("ArrowUp");
  await whose("Everyone").press("ArrowUp");
  await expect(whose("Not mine")).toBeChecked();
  await sheet.getByRole("button", { name: "Done" }).tap();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Filter: Not mine" })).toBeFocused();

  await page.reload();
  await expect(tiles(page)).toHaveCount(8);
  await filter.tap();
  await sheet.getByRole("button", { name: "Videos 0" }).tap();
  await expect(sheet.getByRole("button", { name: "Videos 0" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing like that here")).toBeVisible();
  await expect(page.getByRole("button", { name: "Filter: Not mine, Videos" })).toBeVisible();
  await page.getByRole("button", { name: "Show Everything" }).tap();
  await expect(tiles(page)).toHaveCount(12);
});

test("a trip that is over can be told from its first day on", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const taken = (day: number) => photo(`IMG-2026030${day}-WA000${day}.png`, [20 * day, 90, 9], 640, 427 + day);
  const seed = await seedTrip([ana.page.request, bo.page.request], [taken(2), taken(3), taken(1), taken(4)]);
  const { page } = ana;
  const dates = { startDate: "2026-03-01T00:00:00.000Z", endDate: "2026-03-05T00:00:00.000Z" };
  await page.request.put(`/api/trips/${seed.trip}`, { data: { name: "Ericeira", location: "Ericeira", ...dates } });
  await page.goto(`/trips/${seed.trip}`);
  await expect(photos(page)).toHaveCount(4, { timeout: 60_000 });
  const order = () => photos(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-photo")));
  const newest = await order();
  const days = page.locator("#gallery h3");
  await expect(days.first()).toHaveAccessibleName(/^Wednesday,? 4 March/);

  await chooseInGallery(page, "The Story from Day 1");
  await expect(days.first()).toHaveAccessibleName(/^Day 1 · Sunday,? 1 March/);
  expect(await order()).toEqual(newest.toReversed());
  await expectFitForAll(page, "a gallery as a story");
  await page.reload();
  await expect(days.first()).toHaveAccessibleName(/^Day 1/);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);

  await test.step("the viewer, its address and the keyboard follow the story", async () => {
    await tileAt(page, 0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const viewer = page.getByRole("dialog", { name: "Photo viewer" });
    await expect(viewer.getByText("2 of 4")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("3 of 4")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`order=story.*photo=${newest[1]}`));
    await page.reload();
    await expect(viewer.getByText("3 of 4")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
  });

  await test.step("its slideshow begins on the first day", async () => {
    await chooseInGallery(page, "Slideshow");
    await expect(page.getByRole("dialog", { name: "Photo viewer" }).getByText("1 of 4")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("photos that arrive stand in their day", async () => {
    await addPhoto(bo.page.request, seed.trip, photo("IMG-20260302-WA0009.png", [9, 200, 90]));
    await expect(photos(page)).toHaveCount(5, { timeout: 60_000 });
    expect((await order()).filter((id) => newest.includes(id))).toEqual(newest.toReversed());
    await chooseInGallery(page, "Newest First");
    await expect(page).not.toHaveURL(/order=/);
    await expect(days.first()).toHaveAccessibleName(/^Wednesday,? 4 March/);
  });
});

test("the empty gallery of a trip that is still ahead says so", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip: id } = await seedTrip([page.request], 0);
  await page.goto(`/trips/${id}`);
  await expect(page.getByText("Nothing on film yet")).toBeVisible();
  const dates = { startDate: "2099-03-01T00:00:00.000Z", endDate: "2099-03-05T00:00:00.000Z" };
  await page.request.put(`/api/trips/${id}`, { data: { name: "Ericeira", location: "Ericeira", ...dates } });
  await page.reload();
  await expect(page.getByText("Nobody has packed yet.")).toBeVisible();
});

test("a refresh that fails says why and can be repeated", async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await trip({ ana: ana.page, bo: bo.page }, 2);
  await test.step("a menu whose code does not load says so, and opens at the next press", async () => {
    const more = galleryMenu(ana.page);
    await ana.page.context().setOffline(true);
    await more.click();
    await expectToast(ana.page, "That did not load", "Check your connection and try again.");
    await ana.page.context().setOffline(false);
    await more.click();
    await expect(ana.page.getByRole("menuitem", { name: "Slideshow" })).toBeVisible();
    await ana.page.keyboard.press("Escape");
    // The stream of hints connects again, and the page then fetches everything.
    await ana.page.waitForTimeout(3000);
  });

  await trouble.noTable("media", async () => {
    await chooseInGallery(ana.page, "Refresh");
    await expectToast(ana.page, "Refresh Failed", "Something went wrong on our side. Please try again.");
  });
  await chooseInGallery(ana.page, "Refresh");
  await expect(photos(ana.page)).toHaveCount(2);
});

test("a photo whose viewer does not load opens by itself later", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const seed = await seedTrip([page.request], 1);
  const manifest = JSON.parse(await readFile("dist/.vite/manifest.json", "utf8")) as Record<string, { file: string }>;
  await page.route(`**/${manifest["media/viewer/viewer.tsx"]!.file}`, (route) => route.abort());
  await page.goto(`/trips/${seed.trip}`);
  await photos(page).first().click();
  await expect(page.getByText("Opening the photo...")).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("dialog", { name: "Photo viewer" })).toBeVisible();
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

test(
  "a gallery of 5,000 photos scrolls to any of them and keeps few in the page",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
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
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).not.toBe(tall);
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
  },
);
