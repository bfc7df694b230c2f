import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What anyone can read and reach: zero violations of WCAG 2.2 A and AA on what the page shows now. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
  // Colours are judged when they have come to rest.
  await page.waitForTimeout(600);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing runs off the side of a page of 320 px. */
export async function expectNoSideways(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: size.height });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${name} at 320 px` }).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** Looks at what is open (a dialog, a menu) in the light and in the dark, and at 320 px. */
export async function expectFitForAll(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${name}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await expectNoSideways(page, name);
}
