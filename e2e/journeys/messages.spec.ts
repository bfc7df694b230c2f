import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";

const tray = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
const messages = (page: Page) => tray(page).getByRole("listitem");

/** Sends a form, which fails while the test refuses writes, and waits for the toast. */
async function fail(page: Page) {
  await page.getByLabel("Squad Name").fill("Dawn Patrol");
  await page.getByRole("button", { name: "Create Squad", exact: true }).click();
  await expect(messages(page)).toContainText("Error Creating Squad");
}

test(
  "a toast shows on top on a phone, bottom right on a desktop, for five seconds",
  { tag: "@long" },
  async ({ openInTrouble, trouble }) => {
    const places = { phone: await openInTrouble("Ana", phone), desktop: await openInTrouble("Bo", desktop) };
    for (const { page, firstName } of Object.values(places)) {
      await register(page.request, firstName);
      await page.goto("/create-squad");
    }
    await trouble.noWrites("squads", async () => {
      const [small, large] = [places.phone.page, places.desktop.page];
      await fail(small);
      const onPhone = (await messages(small).boundingBox())!;
      expect(onPhone.y).toBeLessThan(40);
      expect(onPhone.x + onPhone.width).toBeLessThanOrEqual(390);

      await fail(large);
      await fail(large);
      const shown = Date.now();
      // The second toast replaces the first.
      await expect(async () => {
        const onDesktop = (await messages(large).boundingBox())!;
        expect(onDesktop.y + onDesktop.height).toBeGreaterThan(900 - 40);
        expect(onDesktop.x + onDesktop.width).toBeGreaterThan(1280 - 40);
        expect(onDesktop.width).toBeLessThanOrEqual(420);
      }).toPass({ timeout: 2000 });
      await expect(messages(large)).toHaveCount(1);
      await expectAccessible(large, "a message");
      await expect(messages(large)).toHaveCount(0, { timeout: 20_000 });
      // axe may delay the page's timers, so this checks the lower bound only.
      expect(Date.now() - shown).toBeGreaterThan(4500);
    });
  },
);

test("F8 focuses a toast; Escape or a swipe to the right dismisses it", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  await register(page.request, "Ana");
  await page.goto("/create-squad");
  const swipe = async (by: number) => {
    const box = (await messages(page).boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 30 + by, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await trouble.noWrites("squads", async () => {
    await fail(page);
    await page.keyboard.press("F8");
    await expect.poll(() => tray(page).evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(messages(page)).toHaveCount(0);

    await fail(page);
    await swipe(35);
    await expect(messages(page)).toHaveCount(1);
    await swipe(60);
    await expect(messages(page)).toHaveCount(0);

    await fail(page);
    await messages(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(messages(page)).toHaveCount(0);
  });
});

test("a failure in a dialog is announced, and dismissing it keeps the dialog open", async ({
  openInTrouble,
  trouble,
}) => {
  const { page } = await openInTrouble("Ana");
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/squads/${seed.squad}?open=edit`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await trouble.noWrites("squads", async () => {
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await messages(page).getByRole("button", { name: "Dismiss" }).click({ timeout: 5000 });
    await expect(messages(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    // A search by role skips everything that the dialog hides from screen readers.
    await expect(messages(page)).toContainText("Something went wrong on our side. Please try again.");
    await expect(dialog.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expectAccessible(page, "a message over a dialog");
  });
});

test("a tooltip opens after 700 ms, the next at once; Escape closes it first", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 1);
  await page.goto(`/trips/${seed.trip}?open=categories`);
  const dialog = page.getByRole("dialog");
  const [edit, remove] = [
    dialog.getByRole("button", { name: "Edit Best Wipeout" }),
    dialog.getByRole("button", { name: "Delete Best Wipeout" }),
  ];
  await expect(edit).toBeVisible();
  await page.evaluate(() => {
    const times = { reached: 0, shown: 0 };
    Object.assign(globalThis, { times });
    document.addEventListener(
      "pointerover",
      ({ target }) => {
        if (target instanceof Element && target.closest("[data-tip]")) times.reached = performance.now();
      },
      true,
    );
    new MutationObserver(() => {
      if (document.querySelector("[role=tooltip]")) times.shown = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  const waited = () =>
    page.evaluate(() => {
      const { times } = globalThis as unknown as { times: { reached: number; shown: number } };
      return times.shown - times.reached;
    });
  const tip = page.getByRole("tooltip", { includeHidden: true });
  await edit.hover();
  await expect(tip).toHaveText("Edit Best Wipeout");
  expect(await waited()).toBeGreaterThanOrEqual(690);
  await remove.hover();
  await expect(tip).toHaveText("Delete Best Wipeout");
  expect(await waited()).toBeLessThan(690);

  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // Keyboard focus opens a tooltip too, and losing the focus closes it.
  await page.goto(`/trips/${seed.trip}?open=categories`);
  await expect(edit).toBeVisible();
  await page.mouse.move(0, 0);
  await dialog.getByRole("button", { name: "Close" }).focus();
  for (let i = 0; i < 60 && !(await edit.evaluate((button) => button === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await expect(tip).toHaveText("Edit Best Wipeout");
  await page.keyboard.press("Tab");
  await expect(tip).not.toHaveText("Edit Best Wipeout");
});
