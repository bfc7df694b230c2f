import type { Page } from "@playwright/test";

/**
 * Records each text that elements of this selector show, because some are gone before a test can look. Call it before the page
 * opens. The record starts anew with each document.
 */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((wanted) => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenTexts: seen });
    const look = () => {
      for (const element of document.querySelectorAll(wanted)) if (element.textContent) seen.add(element.textContent);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, selector);
  return () => page.evaluate(() => [...(globalThis as unknown as { seenTexts: Set<string> }).seenTexts]);
}
