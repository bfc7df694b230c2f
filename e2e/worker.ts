import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits until the service worker answers for the open page of a member, and knows whose device it is. */
export async function workerReady(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        if (!navigator.serviceWorker.controller) return false;
        const store = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open("offline");
          opening.addEventListener("success", () => resolve(opening.result));
        });
        const rows = store.transaction("owner").objectStore("owner").getAll();
        await new Promise((resolve) => rows.addEventListener("success", resolve));
        store.close();
        return rows.result.length === 1;
      }),
    )
    .toBe(true);
}

/** Notes what the page shows at the icon of the app: numbers, and 0 for none. Call it before the page opens. */
export async function watchBadge(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(globalThis, { shownBadges: shown });
    Object.assign(Navigator.prototype, {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(0),
    });
  });
  return () => page.evaluate(() => (globalThis as typeof globalThis & { shownBadges: number[] }).shownBadges);
}
