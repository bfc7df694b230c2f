import type { Page } from "@playwright/test";

/** Counts the presses on a page, also across documents. Call it before the page opens anything. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeBinding("countTap", () => void taps++);
  await page.addInitScript(() => {
    addEventListener("pointerdown", () => (window as unknown as { countTap(): void }).countTap(), { capture: true });
  });
  return () => taps;
}
