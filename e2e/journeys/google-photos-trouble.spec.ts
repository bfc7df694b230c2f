import { photosOf } from "../../server/testing/shots.ts";
import { expect } from "../fixtures.ts";
import { galleryMenu } from "../gallery-menu.ts";
import { chooser, dialog, openImport, importButton, onTrip, openPicker, pick, test } from "../photo-library.ts";
import { expectFitForAll } from "../accessible.ts";
import { expectToast } from "../toast.ts";

test.beforeEach(async ({ library }) => {
  Object.assign(library.switches, { lacksScope: false, brokenCalls: 0, ignoresMaxItems: false, hasNoAccount: false });
  library.forgetSessions();
  library.shots = await photosOf(3);
});

const says = (words: string) => ({ hasText: words });

test(
  "a picker that is blocked, closed or cancelled says so and can be tried again",
  { tag: "@long" },
  async ({ open, provider, library }) => {
    const { page } = await open("Ana");
    await onTrip(page, provider);
    await openImport(page);
    const alert = dialog(page).getByRole("alert");
    await expect(chooser(page)).toBeEnabled();
    // The browser blocks the first popup.
    await page.evaluate(() => {
      const really = window.open;
      window.open = () => {
        window.open = really;
        return null;
      };
    });
    await chooser(page).click();
    await expect(
      alert.filter(says("Failed to open Google Photos Picker. Please check if popups are blocked.")),
    ).toBeVisible();
    await expectFitForAll(page, "a blocked popup");

    const closed = await openPicker(page);
    await closed.close();
    await expect(alert.filter(says("Photo selection was cancelled"))).toBeVisible();
    await expect.poll(() => library.sessions()).toEqual([]);

    const left = await openPicker(page);
    const closing = left.waitForEvent("close");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await closing;
    await expect(chooser(page)).toBeEnabled();
    await expect(alert).toHaveCount(0);
    await expect.poll(() => library.sessions()).toEqual([]);

    await pick(page, []);
    await expectToast(page, "No Photos Selected", "Please choose at least one photo.");
  },
);

test(
  "the import says when the picker timed out after ten minutes",
  { tag: "@long" },
  async ({ open, provider, library }) => {
    const { page } = await open("Ana");
    await onTrip(page, provider);
    await openImport(page);
    await expect(chooser(page)).toBeEnabled();
    await page.clock.install();
    const popup = await openPicker(page);
    await page.clock.runFor(5000);
    await expect(page.getByText("Pick your photos in Google Photos")).toBeVisible();
    const closing = popup.waitForEvent("close");
    await page.clock.fastForward(10 * 60_000);
    await expect(dialog(page).getByRole("alert").filter(says("Photo selection timed out"))).toBeVisible();
    await closing;
    await expect.poll(() => library.sessions()).toEqual([]);
  },
);

test("more than twenty picked items are refused", { tag: "@long" }, async ({ open, provider, library }) => {
  const { page } = await open("Ana");
  await onTrip(page, provider);
  library.shots = await photosOf(21);
  await openImport(page);
  const popup = await openPicker(page);
  await expect(popup.getByRole("heading", { name: "Select up to 20 photos" })).toBeVisible();
  await popup.close();
  await expect(dialog(page).getByRole("alert").filter(says("Photo selection was cancelled"))).toBeVisible();
  library.switches.ignoresMaxItems = true;
  await pick(page, library.shots);
  await expectToast(page, "Too Many Photos", "Please select no more than 20 photos. You selected 21.");
  await expect(chooser(page)).toBeEnabled();
});

test(
  "the import says when access or the session ended",
  { tag: "@long" },
  async ({ openInTrouble, provider, library }) => {
    const { page } = await openInTrouble("Ana");
    await onTrip(page, provider);
    await openImport(page);
    await expect(chooser(page)).toBeEnabled();
    library.switches.brokenCalls = 3;
    await chooser(page).click();
    await expect(
      dialog(page)
        .getByRole("alert")
        .filter(says("Google Photos does not answer right now. Please try again in a moment.")),
    ).toBeVisible();
    library.switches.brokenCalls = 0;

    await pick(page, library.shots.slice(0, 1));
    await expect(importButton(page)).toBeEnabled();
    await page.context().clearCookies();
    await importButton(page).click();
    await expectToast(page, "Authentication Required", "Please log in to access Google Photos.");
    await expect(dialog(page).getByRole("button", { name: "Google Photos (Login required)" })).toBeDisabled();
    await expectFitForAll(page, "a session that ended");
    await expect(dialog(page).getByRole("link", { name: "Log In" })).toHaveAttribute(
      "href",
      /\/api\/login\?return=.+import/,
    );
    await page.keyboard.press("Escape");
    await galleryMenu(page).click();
    await expect(page.getByRole("menuitem", { name: "Google Photos (Login required)" })).toBeDisabled();
  },
);

test(
  "a missing permission leads back to the consent page",
  { tag: "@long" },
  async ({ openInTrouble, provider, library }) => {
    const { page } = await openInTrouble("Ana");
    await onTrip(page, provider);
    await openImport(page);
    await expect(chooser(page)).toBeEnabled();
    library.switches.lacksScope = true;
    await chooser(page).click();
    await expect(page.getByRole("heading", { name: "Google Photos Access Required" })).toBeVisible();
    await expect(dialog(page).getByRole("link", { name: "Connect" })).toHaveAttribute(
      "href",
      /^\/api\/auth\/google\/link\?person=[\w-]+&return=.+open%3Dimport&with=photos$/,
    );
  },
);
