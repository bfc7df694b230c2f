import type { Page } from "@playwright/test";
import type { StandInProvider } from "../../try/stand-ins/identity-provider.ts";
import { expectFitForAll } from "../accessible.ts";
import { expect, phone } from "../fixtures.ts";
import { test } from "../identity-provider.ts";
import { recordTexts } from "../record-texts.ts";
import { register } from "../seed.ts";
import { expectToast } from "../toast.ts";

/** Adds an account to the provider and returns its email address. */
function addPerson(provider: StandInProvider, login: string, claims = {}) {
  const email = `${login}.${Date.now()}@example.org`;
  provider.people.set(login, { email, email_verified: true, given_name: "Kai", family_name: "Berg", ...claims });
  return email;
}

/** Signs in on the provider's page. */
async function signInAs(page: Page, login: string) {
  await page.getByLabel("Name").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
}

const providerLink = (page: Page) => page.getByRole("link", { name: "Login with Google" });
const section = (page: Page) => page.getByRole("region", { name: "Linked accounts" });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test("a visitor signs up with Google on a phone and signs in again", async ({ openInTrouble, provider }) => {
  // The browser may log failed requests of the provider's pages.
  const { page } = await openInTrouble("Kai", phone);
  const email = addPerson(provider, "kai");
  await page.goto("/auth?return=%2Fmembers%3Fq%3DK");
  await providerLink(page).click();
  await signInAs(page, "kai");
  await expect(page.getByRole("heading", { name: "The Crew" })).toBeVisible();
  await expect(page).toHaveURL("/members?q=K");
  await page.goto("/account");
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(section(page).getByRole("listitem").filter({ hasText: "Google" })).toBeVisible();
  await expect(page.getByText("You log in without one.")).toBeVisible();

  // The last sign-in method cannot be removed.
  const unlink = section(page).getByRole("button", { name: "Unlink Google" });
  await unlink.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Unlink Google?" });
  await dialog.getByRole("button", { name: "Unlink" }).click();
  const sentence = "This is your only way in. Please set a password first, and then unlink it.";
  await expect(dialog.getByText(sentence)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(unlink).toBeFocused();

  // The provider already has a session and asks nothing.
  await page.goto("/api/logout");
  await page.goto("/auth");
  await providerLink(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: /Kai/ })).toBeVisible();
});

test("an account is linked by keyboard alone", { tag: "@long" }, async ({ openInTrouble, provider, trouble }) => {
  const { page } = await openInTrouble("Bo");
  const seen = await recordTexts(page, "button");
  const { email } = await register(page.request, "Bo");
  const there = addPerson(provider, "bo");
  await page.goto("/account?tab=1#top");
  const link = section(page).getByRole("link", { name: "Link Google Account" });
  const before = await page.evaluate(() => history.length);
  await link.focus();
  await page.keyboard.press("Enter");
  await expectFitForAll(page, "page that asks for the password before a link");
  await page.getByLabel("Password").fill("Bo-likes-waves");
  await page.keyboard.press("Enter");
  await page.getByLabel("Name").fill("bo");
  await page.keyboard.press("Enter");
  await expectToast(page, "Google Account Linked", "You can log in with Google from now on.");
  // Only the message parameters left the address, and removing them added no history entry.
  await expect(page).toHaveURL("/account?tab=1#top");
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 3);
  await expect(section(page).getByText(there)).toBeVisible();
  await expect(link).toHaveCount(0);
  await expectFitForAll(page, "account with a link");

  // Bo's provider account opens Bo's account, so Cleo cannot link it.
  const cleo = await openInTrouble("Cleo");
  await register(cleo.page.request, "Cleo");
  await cleo.page.goto("/account");
  await section(cleo.page).getByRole("link", { name: "Link Google Account" }).click();
  await cleo.page.getByLabel("Password").fill("Cleo-likes-waves");
  await cleo.page.keyboard.press("Enter");
  await signInAs(cleo.page, "bo");
  await expectToast(
    cleo.page,
    "Failed to link Google account. Please try again.",
    "This Google account opens another account here.",
  );
  await expect(cleo.page).toHaveURL("/account");

  // Another browser signs in with Google alone.
  const away = await openInTrouble("Bo");
  await away.page.goto("/auth");
  await providerLink(away.page).focus();
  await away.page.keyboard.press("Enter");
  await signInAs(away.page, "bo");
  await expect(away.page).toHaveURL("/");
  expect(((await (await away.page.request.get("/api/auth/user")).json()) as { email: string }).email).toBe(email);

  const unlink = section(page).getByRole("button", { name: "Unlink Google" });
  await unlink.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Unlink Google?" });
  await expect(
    dialog.getByText("You cannot log in with Google any more. Photos that you imported stay."),
  ).toBeVisible();
  await expectFitForAll(page, "unlinking");
  await trouble.noWrites("identities", async () => {
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await expect(dialog.getByText("Something went wrong on our side. Please try again.")).toBeVisible();
  });
  await dialog.getByRole("button", { name: "Unlink" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Google Account Unlinked");
  expect(await seen()).toContain("Unlinking...");
  await expect(link).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeFocused();
});

test("a refused sign-in says why", { tag: "@long" }, async ({ openInTrouble, provider, trouble }) => {
  const { page } = await openInTrouble("Ana", phone);
  const { email } = await register((await openInTrouble("Ana")).page.request, "Ana");
  addPerson(provider, "ana", { email });
  await page.goto("/auth?return=%2Fawards");
  await providerLink(page).click();
  await signInAs(page, "ana");
  const exists =
    "An account with this email exists. Please log in with your password, and link Google on your account page.";
  await expect(alert(page, exists)).toBeVisible();
  await expect(page).toHaveURL("/auth?return=%2Fawards");
  await expectFitForAll(page, "an account with this email exists");
  await page.getByLabel("Email").fill(email!);
  await page.getByLabel("Password", { exact: true }).fill("Ana-likes-waves");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/awards");

  const bo = await openInTrouble("Bo");
  addPerson(provider, "nobody", { email: undefined });
  await bo.page.goto("/auth");
  await providerLink(bo.page).click();
  await bo.page.getByRole("button", { name: "Cancel" }).click();
  await expect(alert(bo.page, "You turned back at Google, so you are not logged in.")).toBeVisible();
  await providerLink(bo.page).click();
  await signInAs(bo.page, "nobody");
  await expect(alert(bo.page, "Google did not tell us your email address.")).toBeVisible();
  // Bo opens a callback link that does not belong to his browser.
  await bo.page.goto("/api/auth/google/callback?code=x&state=y");
  await expect(
    alert(bo.page, "This took too long or began in another browser. Please log in with Google again."),
  ).toBeVisible();
  await bo.page.context().clearCookies();
  addPerson(provider, "eve");
  await trouble.noWrites("accounts", async () => {
    await providerLink(bo.page).click();
    await signInAs(bo.page, "eve");
    await expect(
      alert(bo.page, "Logging in with Google did not work. Please try again, or log in with your password."),
    ).toBeVisible();
  });
});

test("sign-in and linking say when the provider is down", { tag: "@long" }, async ({ openInTrouble, provider }) => {
  const [{ page }, ana] = [await openInTrouble("Bo"), await openInTrouble("Ana")];
  await register(page.request, "Bo");
  const { email } = await register(ana.page.request, "Ana");
  await page.goto("/account");
  const link = section(page).getByRole("link", { name: "Link Google Account" });
  await expect(link).toBeVisible();
  // First, Bo cancels on the provider's page.
  await link.click();
  await page.getByLabel("Password").fill("Bo-likes-waves");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectToast(page, "Failed to link Google account. Please try again.", "You turned back at Google.");

  // A callback after the end of the session leads back with this error.
  await page.goto("/account?error=invalid_session");
  await expectToast(page, "Invalid linking session. Please try again.");
  await expect(page).toHaveURL("/account");
  await ana.page.goto("/account");
  await expect(section(ana.page)).toBeVisible();
  await ana.page.context().clearCookies();
  await section(ana.page).getByRole("link", { name: "Link Google Account" }).click();
  await expectToast(ana.page, "Authentication Required", "Please log in to link your Google account.");
  await expect(ana.page).toHaveURL("/auth?return=%2Faccount");

  await link.click();
  await expect(page.getByLabel("Name")).toBeVisible();
  addPerson(provider, "bo-late");
  await page.getByLabel("Name").fill("bo-late");
  await provider.stop();
  try {
    await page.goto("/account");
    // For three seconds the server trusts that the provider is still up.
    await page.waitForTimeout(3000);
    await link.click();
    await expectToast(page, "Failed to link Google account. Please try again.", "Google does not answer right now.");
    await expect(page).toHaveURL("/account");
    await providerLink(ana.page).click();
    const down = "Google does not answer right now. Please try again in a moment, or log in with your password.";
    await expect(alert(ana.page, down)).toBeVisible();
    await ana.page.getByLabel("Email").fill(email!);
    await ana.page.getByLabel("Password", { exact: true }).fill("Ana-likes-waves");
    await ana.page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(ana.page).toHaveURL("/account");
  } finally {
    await provider.start();
  }
  // The server asks the provider again only after a pause.
  await page.waitForTimeout(2000);
  await link.click();
  await signInAs(page, "bo-late");
  await expectToast(page, "Google Account Linked");
});
