import type { BrowserContextOptions, Page } from "@playwright/test";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { expectSteady, maxShift, shiftsOf, watchShifts } from "../layout-shift.ts";
import { memberScreens } from "../screens.ts";
import { seedTrip } from "../seed.ts";

/** How long each answer of the API, each picture and each font waits, so that the page is drawn without them first. */
const lateMs = 350;

const names = ["dashboard", "squad", "trip", "ballot", "leaderboard", "awards", "profile"];

const data = /\/(api|objects)\//;
/** The landing page shows its text before its fonts, because the server draws it. */
const dataAndFonts = /\/(api|objects)\/|\.woff2$/;

/** Lets these answer late. */
const slowDown = (page: Page, late: RegExp) =>
  page.route(late, async (route) => {
    if (route.request().url().includes("/api/live")) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return route.continue().catch(() => undefined);
  });

/** Waits until the late answers and pictures are drawn. */
const isThere = (page: Page) => async () => {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("load");
  await page.waitForTimeout(1500);
};

const devices: Record<string, BrowserContextOptions> = { "a phone": phone, "a desktop": desktop };

for (const [device, options] of Object.entries(devices))
  test(
    `nothing moves when late answers and pictures arrive on ${device}`,
    options === desktop ? { tag: "@long" } : {},
    async ({ open }) => {
      const [ana, bo] = [(await open("Ana", options)).page, (await open("Bo")).page];
      const visitor = (await open("Visitor", options)).page;
      const seed = await seedTrip([ana.request, bo.request], 12);
      for (const page of [ana, visitor]) await watchShifts(page);
      await slowDown(ana, data);
      await slowDown(visitor, dataAndFonts);
      const found: string[] = [];
      for (const [name, url] of Object.entries(memberScreens(seed)))
        if (names.includes(name))
          await test
            .step(name, () => expectSteady(ana, url, isThere(ana)))
            .catch((error: unknown) => found.push(String(error)));
      await test
        .step("landing", () => expectSteady(visitor, "/", isThere(visitor)))
        .catch((error: unknown) => found.push(String(error)));
      expect(found).toEqual([]);
    },
  );

test("the measure of a steady page sees a block that arrives late", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana", phone);
  await watchShifts(page);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForTimeout(600);
  const before = (await shiftsOf(page)).shifted;
  await page.evaluate(() =>
    document.querySelector("main")?.insertAdjacentHTML("afterbegin", "<p style='height:90px'>"),
  );
  await expect.poll(async () => (await shiftsOf(page)).shifted - before).toBeGreaterThan(maxShift);
});

test("a card grows into its page, and back and calm people get the page at once", async ({ open }) => {
  const { page } = await open("Ana", desktop);
  const seed = await seedTrip([page.request], 0);
  await page.addInitScript(() => {
    const seen = globalThis as typeof globalThis & { motions: string[] };
    seen.motions = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const motion = start(update);
      const note = async () => {
        await motion.ready;
        const head = document.querySelector("[data-head]");
        seen.motions.push(head ? getComputedStyle(head).viewTransitionName : "no head");
      };
      void note();
      return motion;
    };
  });
  const motions = () => page.evaluate(() => (globalThis as typeof globalThis & { motions: string[] }).motions);
  // The trophy cabinet links the trip too.
  const card = page.locator(`a[href="/trips/${seed.trip}"]`).getByText("Ericeira ’26", { exact: true });
  const title = page.getByRole("heading", { name: "Ericeira ’26", level: 1 });

  await page.goto(`/squads/${seed.squad}`);
  await expect(card).toBeVisible();
  // The code of the motion comes after the page.
  await page.waitForTimeout(1000);
  // At the first press the page's code may still be on its way.
  for (const presses of [1, 2]) {
    await card.click();
    await expect(title).toBeVisible();
    await expect(page).toHaveURL(`/trips/${seed.trip}`);
    await expect.poll(motions).toHaveLength(presses);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  }
  expect((await motions())[1]).toBe("cover");

  await page.emulateMedia({ reducedMotion: "reduce" });
  await card.click();
  await expect(title).toBeVisible();
  expect(await motions()).toHaveLength(2);
});
