import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { giveDevice } from "../device.ts";
import { type Person, desktop, expect, phone } from "../fixtures.ts";
import { test } from "../identity-provider.ts";
import { register, send } from "../seed.ts";

const dialogOn = (page: Page) => page.getByRole("dialog", { name: "Keep My Seat" });
const alertOn = (page: Page, text: string) => dialogOn(page).getByRole("alert").filter({ hasText: text });
const hasAccount = "You have an account already. Log in there, and your seat goes into it.";

/** Ana's squad, and her address. */
async function openSquad({ page }: Person) {
  const { email } = await register(page.request, "Ana");
  const { id } = await send(page.request, "POST", "/api/squads", { name: "Dawn Patrol" });
  const { squad } = (await send(page.request, "GET", `/api/squads/${id}`)) as unknown as {
    squad: { inviteUrl: string };
  };
  return { squad: String(id), link: squad.inviteUrl, email: email! };
}

/** Takes a seat by the link, and opens the dialog that keeps it. */
async function sitDown(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Who are you?").fill(name);
  await page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(page).toHaveURL(/\/squads\//);
  await page.goto("/account");
  await page.getByRole("button", { name: "Keep My Seat" }).click();
}

test("a seat is kept with a passkey, which logs in from then on", async ({ openInTrouble }) => {
  const [ana, tom] = [await openInTrouble("Ana", desktop), await openInTrouble("Tom", phone)];
  const { squad, link, email } = await openSquad(ana);
  const { page } = tom;
  const device = await giveDevice(page);
  await sitDown(page, link, "Tom");
  const dialog = dialogOn(page);
  const keep = dialog.getByRole("button", { name: "Use a Passkey" });
  await keep.click();
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await expectFitForAll(page, "keeping the seat with a passkey");

  // An address that has an account is found before the device is asked.
  await dialog.getByLabel("Email").fill(email);
  await keep.click();
  await expect(alertOn(page, hasAccount)).toBeVisible();
  await dialog.getByRole("button", { name: "Choose Another Way" }).click();

  await dialog.getByLabel("Email").fill(tom.email);
  await device.knowsOwner(false);
  await keep.click();
  await expect(alertOn(page, "It was cancelled, or your device took too long. Please try again.")).toBeVisible();
  expect(await send(page.request, "GET", "/api/auth/user")).toMatchObject({ isSeat: true });
  await device.knowsOwner(true);
  await keep.click();
  await expect(page.getByText(tom.email)).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Passkeys" }).getByText("Chrome on Linux", { exact: true }),
  ).toBeVisible();

  await page.goto("/api/logout");
  await page.goto(`/auth?return=/squads/${squad}`);
  await page.getByRole("button", { name: "Login with a Passkey" }).click();
  await expect(page).toHaveURL(`/squads/${squad}`);
  await expect(page.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
});

test("a seat is kept with Google, unless its login has an account", async ({ openInTrouble, provider }) => {
  const [ana, tom, lee] = [
    await openInTrouble("Ana", desktop),
    await openInTrouble("Tom", phone),
    await openInTrouble("Lee", desktop),
  ];
  const { link, email } = await openSquad(ana);
  const person = { email_verified: true, given_name: "Thomas", family_name: "Reyes" };
  provider.people.set("tom", { ...person, email: tom.email });
  provider.people.set("lee", { ...person, email });
  const signInAs = async (page: Page, login: string) => {
    await page.getByLabel("Name").fill(login);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  const byGoogle = (page: Page) => dialogOn(page).getByRole("link", { name: "Continue with Google" });

  await sitDown(lee.page, link, "Lee");
  await byGoogle(lee.page).click();
  await signInAs(lee.page, "lee");
  await expect(alertOn(lee.page, hasAccount)).toBeVisible();
  await expect(lee.page).toHaveURL("/account");
  await expectFitForAll(lee.page, "a seat whose person has an account");
  await lee.page.keyboard.press("Escape");
  await expect(lee.page.getByRole("region", { name: "Your seat" })).toBeVisible();

  await sitDown(tom.page, link, "Tom");
  await expectFitForAll(tom.page, "keeping the seat with Google");
  await byGoogle(tom.page).click();
  await tom.page.getByRole("button", { name: "Cancel" }).click();
  await expect(alertOn(tom.page, "You turned back at Google, so nothing has changed.")).toBeVisible();
  await byGoogle(tom.page).click();
  await signInAs(tom.page, "tom");
  await expect(tom.page).toHaveURL("/account");
  await expect(tom.page.getByRole("region", { name: "Linked accounts" }).getByText(tom.email)).toBeVisible();
  await expect(tom.page.getByText("Confirmed", { exact: true })).toBeVisible();
  // The name stays that of the seat.
  expect(await send(tom.page.request, "GET", "/api/auth/user")).toMatchObject({ firstName: "Tom", isSeat: false });
});
