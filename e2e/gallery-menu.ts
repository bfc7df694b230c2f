import type { Page } from "@playwright/test";

export const galleryMenu = (page: Page) => page.getByRole("button", { name: "More for this gallery" });

/** Chooses the entry of the menu of a gallery whose name begins so. */
export async function chooseInGallery(page: Page, entry: string): Promise<void> {
  await galleryMenu(page).click();
  await page.getByRole("menuitem", { name: new RegExp(`^${entry}`) }).click();
}
