import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { isQuick } from "./scope.ts";

/** Waits until nothing has been busy or moved for a quarter of a second. Endless animations do not count. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const seen = globalThis as typeof globalThis & { atRestSince?: number };
    const isMoving = document.getAnimations().some(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState === "running" && endTime !== Infinity;
    });
    const isBusy = isMoving || document.querySelector("[aria-busy=true]") !== null;
    const now = performance.now();
    if (isBusy) seen.atRestSince = undefined;
    else seen.atRestSince ??= now;
    return !isBusy && now - seen.atRestSince! > 250;
  });
  await page.evaluate(() => void delete (globalThis as typeof globalThis & { atRestSince?: number }).atRestSince);
}

/** Expects no violation of WCAG 2.2 A and AA on the page, or on the parts that `selector` names. */
export async function expectAccessible(page: Page, name: string, selector?: string): Promise<void> {
  await atRest(page);
  // The page has one frame. Merging results of several frames would open one more page per check.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
  const { violations } = await (selector === undefined ? axe : axe.include(selector)).analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Expects no horizontal scrolling at a width of 320 px. */
export async function expectNoSideways(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: size.height });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${name} at 320 px` }).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** A quick run leaves out the dark colours, because web/ui/styles/contrast.test.ts measures their contrast. */
const schemes = isQuick ? (["light"] as const) : (["light", "dark"] as const);

const onTop = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Expects no violation of WCAG in the light and dark theme, and no horizontal scrolling at 320 px. A quick run checks the light theme
 * only, and leaves out the page behind a dialog or menu, which `screens.spec.ts` checks.
 */
export async function expectFitForAll(page: Page, name: string): Promise<void> {
  const selector = isQuick && (await page.locator(onTop).count()) > 0 ? onTop : undefined;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${name}, ${colorScheme}`, selector);
  }
  await page.emulateMedia({ colorScheme: null });
  await expectNoSideways(page, name);
}
