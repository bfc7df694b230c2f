import type { BrowserContextOptions, Page } from "@playwright/test";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { memberScreens, seedTrip } from "../seed.ts";

/** The sum of the layout shifts without recent input at which a page counts as steady. */
const maxShift = 0.01;
/** How long each answer of the API and each picture waits, so that the page is drawn without them first. */
const lateMs = 350;

const names = ["dashboard", "squad", "trip", "ballot", "leaderboard", "awards", "profile"];

/** Counts the layout shifts of each document, and what moved. Call it before the first page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = globalThis as typeof globalThis & { shifts: string[]; shifted: number };
    seen.shifts = [];
    seen.shifted = 0;
    const placeOf = ({ x, y, width, height }: DOMRect) => `${x}, ${y} (${width} × ${height})`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shifted += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.shifts.push(
            `${entry.value.toFixed(4)} ${node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.nodeName ?? "gone")} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const { shifted, shifts } = globalThis as typeof globalThis & { shifts: string[]; shifted: number };
    return { shifted, shifts };
  });

/** Lets the API and the pictures answer late. */
const slowDown = (page: Page) =>
  page.route(/\/(api|objects)\//, async (route) => {
    if (route.request().url().includes("/api/live")) return route.continue();
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    return route.continue().catch(() => undefined);
  });

async function expectSteady(page: Page, name: string, url: string) {
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("load");
  await page.waitForTimeout(1500);
  const { shifted, shifts } = await shiftsOf(page);
  expect(shifted <= maxShift ? [] : shifts, `${name} shifts by ${shifted.toFixed(4)}`).toEqual([]);
}

const devices: Record<string, BrowserContextOptions> = { "a phone": phone, "a desktop": desktop };

for (const [device, options] of Object.entries(devices))
  test(`nothing moves when late answers and pictures arrive on ${device}`, async ({ open }) => {
    const [ana, bo] = [(await open("Ana", options)).page, (await open("Bo")).page];
    const visitor = (await open("Visitor", options)).page;
    const seed = await seedTrip([ana.request, bo.request], 12);
    for (const page of [ana, visitor]) {
      await watchShifts(page);
      await slowDown(page);
    }
    const found: string[] = [];
    for (const [name, url] of Object.entries(memberScreens(seed)))
      if (names.includes(name))
        await test.step(name, () => expectSteady(ana, name, url)).catch((error: unknown) => found.push(String(error)));
    await test
      .step("landing", () => expectSteady(visitor, "landing", "/"))
      .catch((error: unknown) => found.push(String(error)));
    expect(found).toEqual([]);
  });

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
  const card = page.getByRole("link", { name: "Ericeira ’26", exact: true });
  const title = page.getByRole("heading", { name: "Ericeira ’26", level: 1 });

  await page.goto(`/squads/${seed.squad}`);
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
