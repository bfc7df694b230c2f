import { type Page, expect } from "@playwright/test";

/** Waits until the page's program is on the device, and a worker answers for the page. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** How many entries the device keeps, and whose they are. */
export const keptOn = (
  page: Page,
): Promise<{ readonly owner: string | undefined; readonly addresses: readonly string[] }> =>
  page.evaluate(async () => {
    const opening = indexedDB.open("offline");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("no database")));
    });
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener("success", () => resolve(request.result));
      });
    const transaction = database.transaction(["owner", "entries"]);
    const [owner, keys] = await Promise.all([
      all(transaction.objectStore("owner").get("owner")),
      all(transaction.objectStore("entries").getAllKeys()),
    ]);
    database.close();
    return { owner: owner?.owner as string | undefined, addresses: keys.map(String) };
  });

/** Waits until the device keeps an answer whose address matches. */
export const untilKept = (page: Page, address: RegExp): Promise<void> =>
  expect(async () => {
    expect((await keptOn(page)).addresses.filter((one) => address.test(one))).not.toEqual([]);
  }).toPass();
