import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The most that a page may shift while it loads: a tenth of what browsers call good. */
const maxShift = 0.01;

/** Opens a page and expects that nothing in sight moves when its data and pictures arrive. `isThere` waits for them. */
export async function expectSteady(page: Page, url: string, isThere: () => Promise<void>): Promise<void> {
  await page.goto(url);
  await isThere();
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(
    () =>
      new Promise<{ value: number; nodes: string[] }[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Shift[]).map(({ value, sources }) => ({
              value,
              nodes: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ""),
            })),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        // Without any shift the observer stays silent.
        setTimeout(() => resolve([]), 500);
      }),
  );
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `${url}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift);
}
