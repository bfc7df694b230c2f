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

/** Expects no horizontal scrolling at the window's width and a narrow one, and nothing beyond the right edge. */
export async function expectNoSideways(page: Page, name: string, narrow = 320): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of new Set([size.width, narrow])) {
    await page.setViewportSize({ width, height: size.height });
    await expect.poll(() => page.evaluate(overflow, width), { message: `${name} at ${width} px` }).toEqual([]);
  }
  await page.setViewportSize(size);
  // A menu that changed between its forms for phones and wide screens closes late until its new animation has begun.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What is wider than the window, or stands beyond it and cannot be scrolled to. */
function overflow(width: number): string[] {
  const page = document.documentElement;
  const isReachable = (one: Element | null): boolean =>
    one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || isReachable(one.parentElement));
  const isCut = (one: Element | null): boolean =>
    one !== null && one !== page && (/hidden|clip/.test(getComputedStyle(one).overflowX) || isCut(one.parentElement));
  const isOff = (one: Element) => {
    const { right, width: own } = one.getBoundingClientRect();
    return own > 1 && right > width + 1 && !isReachable(one.parentElement);
  };
  const controls = [...document.querySelectorAll("button, input, h1, h2")];
  // Long words may end in "…", and pictures may be cropped. Controls may not.
  const others = [...document.querySelectorAll("main *, [role=dialog] *")].filter((one) => !isCut(one));
  // A phone makes its layout as wide as its widest content.
  return [
    ...(page.scrollWidth > page.clientWidth || innerWidth > width ? [`a page of ${page.scrollWidth} px`] : []),
    ...new Set([...controls, ...others].filter(isOff).map((one) => one.outerHTML.slice(0, 200))),
  ];
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
