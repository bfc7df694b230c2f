import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { seedTrip } from "../seed.ts";
import { fillGallery } from "../seed-gallery.ts";
import { expectToast } from "../toast.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const slider = (page: Page) => page.getByRole("slider", { name: "Jump to a date" });
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
/** The first day heading in the upper 400 px of the window. */
const topDay = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>("#gallery h3")]
        .map((heading) => ({ day: heading.textContent, y: heading.getBoundingClientRect().top }))
        .filter(({ y }) => y > 0 && y < 400)
        .at(0)?.day,
  );

test("any date in thirty thousand photos can be reached", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo", phone)];
  const seed = await seedTrip([ana.page.request, bo.page.request], 1);
  await fillGallery(server, seed.trip, 30_000, [seed.crew[1]!["id"]!]);
  const { page } = ana;
  await page.goto(`/trips/${seed.trip}`);
  await expect(photos(page).first()).toBeVisible();

  await test.step("keys move the date handle by days, by months and to the end", async () => {
    await page.locator("#gallery h2").scrollIntoViewIfNeeded();
    await slider(page).focus();
    const today = await page.locator("#gallery h3").first().innerText();
    await expect(slider(page).getByText(today)).toBeVisible();
    await page.keyboard.press("End");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", /^Wednesday 1 July( 2026)?$/);
    await expect(photos(page).first()).toBeVisible();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", /October|September|August/);
    const value = await slider(page).getAttribute("aria-valuetext");
    await expect.poll(() => topDay(page)).toBe(value);
    await page.keyboard.press("ArrowDown");
    await expect(slider(page)).not.toHaveAttribute("aria-valuetext", value!);
    await expect(slider(page)).toBeFocused();
    await expectAccessible(page, "jumping to a date");
  });

  await test.step("the mouse drags the date handle to about the middle", async () => {
    const box = (await slider(page).boundingBox())!;
    await page.mouse.move(box.x + 22, box.y + 22);
    await page.mouse.down();
    await page.mouse.move(box.x + 22, 440, { steps: 8 });
    await expect(slider(page).getByText(/^(August|September) 2026$/)).toBeVisible();
    await page.mouse.up();
    await expect(photos(page).first()).toBeVisible();
    await expect.poll(() => slider(page).getAttribute("aria-valuetext")).toMatch(/August|September/);
  });

  await test.step("a finger drags the date handle", async () => {
    const { page: small } = bo;
    await small.goto(`/trips/${seed.trip}`);
    await expect(photos(small).first()).toBeVisible();
    await small.locator("#gallery h3").first().scrollIntoViewIfNeeded();
    await small.evaluate(() => scrollBy({ top: 900, behavior: "instant" }));
    // The handle stops moving once all days are known.
    await expect(slider(small)).toHaveAttribute("aria-valuemax", /^\d{3}$/);
    await expect(slider(small)).toBeVisible();
    const box = (await slider(small).boundingBox())!;
    expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);
    const touch = await small.context().newCDPSession(small);
    const at = (y: number) => ({ touchPoints: [{ x: box.x + 22, y }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(box.y + 22) });
    for (const y of [200, 300, 420]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(y) });
    await expect(slider(small).getByText(/^\w+ 2026$/)).toBeVisible();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(() => slider(small).getAttribute("aria-valuetext")).toMatch(/August|September/);
    await expectNoSideways(small, "a long gallery");
  });
});

test("a short gallery has no date handle", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const { trip } = await seedTrip([page.request], 6);
  await page.goto(`/trips/${trip}`);
  await expect(photos(page)).toHaveCount(6, { timeout: 60_000 });
  await expect(slider(page)).toHaveCount(0);
});

test("thousands of photos are deleted and restored", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const { page } = await openInTrouble("Ana");
  const seed = await seedTrip([page.request], 1);
  const [me] = seed.crew;
  const url = `/trips/${seed.trip}`;
  const count = async () => {
    const outline = (await (await page.request.get(`/api${url}/media/outline`)).json()) as { shapes: string };
    return outline.shapes.length;
  };
  await fillGallery(server, seed.trip, 3000, [me!["id"]!]);

  await page.goto(url);
  await chooseInGallery(page, "Select");
  await bar(page).getByRole("button", { name: "Select All" }).click();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  // Before it deletes them, the page fetches all photos.
  await expect(bar(page)).toHaveCount(0, { timeout: 60_000 });
  await expectToast(page, "2,851 photos and 150 videos deleted");
  // A toast stays while the pointer is over it.
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect(photos(page)).toHaveCount(0);
  await expect.poll(count).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(photos(page).first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(count).toBe(3001);
});
