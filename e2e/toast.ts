import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Expects the title of a toast, and its text if given, to be visible on the page, each exactly. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  if (text !== undefined) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Expects the toast with this title, and that it neither covers any of these controls nor catches a press on one. */
export async function expectToastBeside(page: Page, title: string, controls: Locator): Promise<void> {
  await expectToast(page, title);
  const covered = () =>
    controls.evaluateAll((all) => {
      const toasts = [...document.querySelectorAll(".toast")].map((one) => one.getBoundingClientRect());
      if (toasts.length === 0) return ["The toast is gone."];
      const isCovered = (one: Element) => {
        const { x, y, left, right, top, bottom, width, height } = one.getBoundingClientRect();
        if (width === 0) return false;
        const isBelow = toasts.some((it) => left < it.right && right > it.left && top < it.bottom && bottom > it.top);
        return isBelow || !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return all.filter(isCovered).map((one) => one.outerHTML.slice(0, 120));
    });
  await expect.poll(covered, { message: title }).toEqual([]);
}

/** Expects that nothing covers the title of the open dialog. */
export async function expectTitleInSight(page: Page): Promise<void> {
  const title = page.getByRole("dialog").getByRole("heading").first();
  await expect(title).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    title.evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((share) => element.contains(document.elementFromPoint(x + 8, y + height * share)));
    });
  await expect.poll(isOnTop).toBe(true);
}

/**
 * Records the whole text of the page after each change, so that a test sees texts that show for a moment only.
 * Call it before the page opens.
 */
export async function everythingShown(page: Page): Promise<readonly string[]> {
  const words: string[] = [];
  await page.exposeFunction("shown", (text: string) => void words.push(text));
  await page.addInitScript(() => {
    const told = globalThis as typeof globalThis & { shown: (text: string) => void };
    new MutationObserver(() => told.shown(document.body?.textContent ?? "")).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  return words;
}
