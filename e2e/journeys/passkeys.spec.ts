import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { giveDevice } from "../device.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register } from "../seed.ts";
import { expectToast } from "../toast.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const add = (page: Page) => button(page, "Add a Passkey");
const section = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const byKeyboard = async (page: Page, name: string) => {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
};
const cancelled = "It was cancelled, or your device took too long. Please try again.";

test("a passkey is added, named, logged in with and removed, by keyboard alone", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const device = await giveDevice(page);
  await register(page.request, "Ana");
  await page.goto("/account");
  await expect(section(page).getByText("You have none yet.")).toBeVisible();
  await byKeyboard(page, "Add a Passkey");
  await expectToast(page, "Passkey added", "You can log in with it from now on.");
  await expect(section(page).getByText("Chrome on Linux", { exact: true })).toBeVisible();
  await expect(section(page).getByText("not used yet")).toBeVisible();
  await byKeyboard(page, "Add a Passkey");
  await expectToast(page, "Passkey Not Added", "This device has a passkey of yours already.");

  await byKeyboard(page, "Rename Chrome on Linux");
  const naming = page.getByRole("dialog", { name: "Rename passkey" });
  await expect(naming.getByRole("button", { name: "Close" })).toBeFocused();
  await expectFitForAll(page, "rename passkey");
  await page.keyboard.press("Tab");
  await expect(naming.getByLabel("Name")).toBeFocused();
  await naming.getByLabel("Name").fill("");
  await page.keyboard.press("Enter");
  await expect(naming.getByText("Please enter a name")).toBeVisible();
  await naming.getByLabel("Name").fill("My phone");
  await trouble.noWrites("passkeys", async () => {
    await page.keyboard.press("Enter");
    await expectToast(page, "Passkey Not Renamed", "Failed to rename the passkey");
    await expect(naming.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
  });
  await page.keyboard.press("Enter");
  await expect(naming).toBeHidden();
  await expect(button(page, "Rename My phone")).toBeVisible();
  await expectFitForAll(page, "account with a passkey");

  await page.goto("/api/logout");
  await page.goto("/auth?return=%2Fsquads");
  await expect(button(page, "Login with a Passkey")).toBeVisible();
  await page.getByRole("tab", { name: "Register" }).click();
  await expect(button(page, "Login with a Passkey"), "nobody registers with it").toHaveCount(0);
  await page.getByRole("tab", { name: "Login" }).click();
  await device.knowsOwner(false);
  await byKeyboard(page, "Login with a Passkey");
  await expectToast(page, "Login Failed", cancelled);
  await device.knowsOwner(true);
  await trouble.noWrites("passkey_challenges", async () => {
    await byKeyboard(page, "Login with a Passkey");
    await expectToast(page, "Login Failed", "Something went wrong on our side. Please try again.");
  });
  await page.context().setOffline(true);
  await byKeyboard(page, "Login with a Passkey");
  await expectToast(page, "Login Failed", "You seem to be offline. Check your connection and try again.");
  await page.context().setOffline(false);
  await byKeyboard(page, "Login with a Passkey");
  await expect(page).toHaveURL("/squads");

  await page.goto("/account");
  await expect(section(page).getByText("last used in the last hour")).toBeVisible();
  await byKeyboard(page, "Remove My phone");
  const removing = page.getByRole("alertdialog", { name: "Remove My phone?" });
  await expectFitForAll(page, "remove passkey");
  await page.keyboard.press("Escape");
  await expect(removing).toBeHidden();
  await expect(button(page, "Remove My phone")).toBeFocused();
  await page.keyboard.press("Enter");
  await removing.getByRole("button", { name: "Remove Passkey" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Passkey removed", "Nobody can log in with it any more.");
  await expect(section(page).getByText("You have none yet.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto("/api/logout");
  await page.goto("/auth");
  await byKeyboard(page, "Login with a Passkey");
  await expectToast(
    page,
    "Login Failed",
    "This passkey is not known here. It may have been removed. Please log in another way.",
  );
  await expect(button(page, "Login with a Passkey")).toBeEnabled();
});

test(
  "an old session asks for the password; the last sign-in method stays",
  { tag: "@long" },
  async ({ openInTrouble, server }) => {
    const { page } = await openInTrouble("Bo");
    const device = await giveDevice(page);
    const { id } = await register(page.request, "Bo");
    const ageSession = () =>
      behindTheScenes(server, "update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
        id,
      ]);
    await ageSession();
    await page.goto("/account");
    await add(page).click();
    const dialog = page.getByRole("dialog", { name: "Add a Passkey" });
    const password = dialog.getByLabel("Password", { exact: true });
    await expect(password).toBeVisible();
    await expectFitForAll(page, "add passkey");
    await password.fill("not it");
    await page.keyboard.press("Enter");
    await expectToast(page, "Passkey Not Added", "Failed to add the passkey");
    await expect(dialog.getByText("This is not your current password")).toBeVisible();
    await password.fill("Bo-likes-waves");
    await device.knowsOwner(false);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert").filter({ hasText: cancelled })).toBeVisible();
    await device.knowsOwner(true);
    await dialog.getByRole("button", { name: "Add Passkey" }).click();
    await expectToast(page, "Passkey added");
    await expect(dialog).toBeHidden();

    await behindTheScenes(server, "update accounts set password_hash = null where person_id = $1", [id]);
    await page.reload();
    await expect(page.getByText("You log in without one.")).toBeVisible();
    await button(page, "Remove Chrome on Linux").click();
    const removing = page.getByRole("alertdialog");
    await removing.getByRole("button", { name: "Remove Passkey" }).click();
    await expect(
      removing.getByText("This passkey is your only way in. Please set a password first.", { exact: true }),
    ).toBeVisible();
    await removing.getByRole("button", { name: "Cancel" }).click();

    // A person without a password signs in again instead.
    await ageSession();
    await add(page).click();
    await expectFitForAll(page, "log in again");
    await dialog.getByRole("button", { name: "Log In Again" }).click();
    await expect(page).toHaveURL(/\/auth\?return=%2Faccount$/);
    await button(page, "Login with a Passkey").click();
    await expect(page).toHaveURL("/account");
    await add(page).click();
    await expectToast(page, "Passkey Not Added", "This device has a passkey of yours already.");
  },
);

test("passkeys that cannot be used or listed say so", { tag: "@long" }, async ({ openInTrouble, trouble, server }) => {
  const { page } = await openInTrouble("Cleo");
  await giveDevice(page);
  const seen = await recordTexts(page, "button");
  await register(page.request, "Cleo");
  await page.goto("/profile");
  await trouble.noTable("passkeys", async () => {
    await page.getByRole("link", { name: "Account" }).click();
    await expect(section(page).getByText("This did not come through")).toBeVisible();
  });
  await section(page).getByRole("button", { name: "Try Again" }).click();
  await expect(section(page).getByText("You have none yet.")).toBeVisible();
  await trouble.waiting("passkey_challenges", async () => {
    await add(page).click();
    await expect(button(page, "Waiting for your device...")).toBeDisabled();
  });
  await expectToast(page, "Passkey added");
  expect(await seen()).toContain("Waiting for your device...");

  // No browser offers passkeys on an IP address.
  const numbers = server.url.replace("localhost", "127.0.0.1");
  await page.request.post(`${numbers}/api/register`, {
    data: { firstName: "Cleo", lastName: "Berg", email: `cleo.${Date.now()}@example.org`, password: "likes waves" },
  });
  await page.goto(`${numbers}/account`);
  await expect(section(page).getByText("Passkeys work at https addresses with a name.")).toBeVisible();
  await expect(add(page)).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto(`${numbers}/auth`);
  await expect(button(page, "Login")).toBeVisible();
  await expect(button(page, "Login with a Passkey")).toHaveCount(0);
});
