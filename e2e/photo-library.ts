import type { Page } from "@playwright/test";
import { signInAtProvider } from "../try/stand-ins/identity-provider-pages.ts";
import type { StandInProvider } from "../try/stand-ins/identity-provider.ts";
import { type PhotoLibrary, openPhotoLibrary } from "../try/stand-ins/photo-library.ts";
import type { Shot } from "../try/stand-ins/shot.ts";
import { expect } from "./fixtures.ts";
import { chooseInGallery } from "./gallery-menu.ts";
import { test as base } from "./identity-provider.ts";
import { seedTrip } from "./seed.ts";

/** Journeys on a server with a test Google: sign-in and photo library. */
export const test = base.extend<object, { library: PhotoLibrary }>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const library = await openPhotoLibrary();
      await use(library);
      await library.close();
    },
    { scope: "worker" },
  ],
  environment: [({ library }, use) => use({ GOOGLE_PHOTOS_URL: library.url }), { scope: "worker" }],
});

let people = 0;

/** Adds a person to the provider and returns their login there. */
export function newLogin(provider: StandInProvider): string {
  const login = `surfer${++people}`;
  provider.people.set(login, { email: `${login}.${Date.now()}@example.org`, email_verified: true, name: "Ana Berg" });
  return login;
}

/** Seeds a trip, connects a Google account to its organizer's account, and opens the trip's page. */
export async function onTrip(page: Page, provider: StandInProvider) {
  const seed = await seedTrip([page.request], 1);
  await page.request.post("/api/password/proof", { data: { password: "Ana-likes-waves" } });
  const { headers } = await page.request
    .get("/api/auth/google/link?with=photos&return=%2F", { maxRedirects: 0 })
    .then((reply) => ({ headers: reply.headers() }));
  const back = await signInAtProvider(headers["location"]!, { login: newLogin(provider) });
  await page.request.get(back, { maxRedirects: 0 });
  await page.goto(`/trips/${seed.trip}`);
  return seed;
}

export const dialog = (page: Page) => page.getByRole("dialog");
export const openImport = (page: Page) => chooseInGallery(page, "Google Photos");
export const chooser = (page: Page) => dialog(page).getByRole("button", { name: "Choose Photos" });

/** Opens the picker from the open dialog and returns its window. */
export async function openPicker(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await chooser(page).click();
  const popup = await opening;
  await popup.getByRole("button", { name: "Done" }).waitFor();
  return popup;
}

/** Picks these items in the picker window, which then closes by itself. */
export async function pick(page: Page, shots: readonly Shot[]): Promise<void> {
  const popup = await openPicker(page);
  for (const { id } of shots) await popup.locator(`input[value="${id}"]`).check();
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Done" }).click();
  await closing;
}

export const importButton = (page: Page) => dialog(page).getByRole("button", { name: /^Import \d+ photos?$/ });

/** Picks these items, imports them, and waits until each has succeeded or failed. */
export async function bring(page: Page, shots: readonly Shot[]): Promise<void> {
  await pick(page, shots);
  await importButton(page).click();
  await expect(dialog(page).getByRole("button", { name: "Done" })).toBeVisible({ timeout: 30_000 });
}
