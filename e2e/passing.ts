import type { Page } from "@playwright/test";

/**
 * Remembers every text of a kind of element that ever stood on the page, for what is gone before anyone could look.
 * Call it before the page opens; it starts over with each document.
 */
export async function rememberTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
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
