import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The sum of the layout shifts without recent input at which a page counts as steady: a tenth of what browsers call good. */
export const maxShift = 0.01;

/** Counts the layout shifts of each document, and what moved. Call it before the first page. */
export async function watchShifts(page: Page): Promise<void> {
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

/** What the page has shifted so far, in all and one by one. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const { shifted, shifts } = globalThis as typeof globalThis & { shifts: string[]; shifted: number };
    return { shifted, shifts };
  });

/** Opens a page and expects that nothing in sight moves when its data and pictures arrive. `isThere` waits for them. Needs `watchShifts`. */
export async function expectSteady(page: Page, url: string, isThere: () => Promise<void>): Promise<void> {
  await page.goto(url);
  await isThere();
  await page.waitForLoadState("networkidle");
  const { shifted, shifts } = await shiftsOf(page);
  expect(shifted <= maxShift ? [] : shifts, `${url} shifts by ${shifted.toFixed(4)}`).toEqual([]);
}
