import type { Page } from "@playwright/test";
import { linkIn, mailTo, outboxOf } from "../../server/testing/outbox.ts";
import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register } from "../seed.ts";
import { expectToast } from "../toast.ts";

const section = (page: Page) => page.getByRole("region", { name: "Email" });
const confirm = (page: Page) => page.getByRole("button", { name: "Confirm Address" });

test(
  "the account page updates when another device confirms the address",
  { tag: "@long" },
  async ({ open, openInTrouble, server, trouble }) => {
    const [home, pocket] = [await open("Home"), await openInTrouble("Pocket", phone)];
    const { email } = await register(home.page.request, "Ana");
    await home.page.goto("/account");
    await expect(section(home.page).getByText("Not confirmed yet")).toBeVisible();
    await home.page.getByRole("button", { name: "Send the Link Again" }).focus();
    await home.page.keyboard.press("Enter");
    await expectToast(home.page, "Link sent", "Look into your mail. Only the newest link counts.");

    const link = linkIn(await mailTo(server.dataDir, email!, 2, true));
    const seen = await recordTexts(pocket.page, "button");
    await pocket.page.goto(link.href);
    await expect(pocket.page).toHaveURL("/confirm-email");
    await expect(pocket.page).toHaveTitle("Confirm Email · Swellmates");
    await expect(pocket.page.getByText("Please log in to your account first.")).toBeVisible();
    await expect(confirm(pocket.page)).toHaveCount(0);
    await expectFitForAll(pocket.page, "log in to confirm");
    await pocket.page.getByRole("link", { name: "Log In to Confirm" }).click();
    await pocket.page.getByLabel("Email", { exact: true }).fill(email!);
    await pocket.page.getByLabel("Password", { exact: true }).fill("Ana-likes-waves");
    await pocket.page.keyboard.press("Enter");
    await trouble.noWrites("accounts", async () => {
      await confirm(pocket.page).click();
      await expectToast(pocket.page, "Email Not Confirmed", "Failed to confirm your email address");
      await expect(
        pocket.page.getByRole("alert").filter({ hasText: "Something went wrong on our side" }),
      ).toBeVisible();
    });
    await expect(section(home.page).getByText("Not confirmed yet")).toBeVisible();
    await confirm(pocket.page).focus();
    await pocket.page.keyboard.press("Enter");
    await expect(pocket.page.getByRole("heading", { name: "Your email is confirmed" })).toBeFocused();
    await expect(pocket.page.getByText(`${email} reaches you.`)).toBeVisible();
    expect(await seen()).toContain("Confirming...");
    await expectFitForAll(pocket.page, "email confirmed");
    await expect(section(home.page).getByText("Confirmed", { exact: true })).toBeVisible();
    await expect(home.page.getByRole("button", { name: "Send the Link Again" })).toHaveCount(0);

    await pocket.page.goto(link.href);
    await confirm(pocket.page).click();
    await expect(
      pocket.page.getByText(
        "This link has expired, was used already, or is for another account. You can have a new one sent from your account page.",
      ),
    ).toBeFocused();
    await expect(confirm(pocket.page)).toHaveCount(0);
    await expectFitForAll(pocket.page, "link used up");
    await pocket.page.goto("/confirm-email");
    await expect(pocket.page.getByText("This link is not complete.")).toBeVisible();
    await pocket.page.getByRole("link", { name: "← Back to your account" }).click();
    await expect(pocket.page).toHaveURL("/account");
  },
);

test(
  "a new email address counts once its link is confirmed",
  { tag: "@long" },
  async ({ openInTrouble, server, trouble }) => {
    const { page, email: wanted } = await openInTrouble("Bo");
    const { email } = await register(page.request, "Bo");
    await page.goto("/account");
    const opener = page.getByRole("button", { name: "Change Email" });
    const dialog = page.getByRole("dialog", { name: "Change Email" });
    const send = dialog.getByRole("button", { name: "Send Link" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
    await expectFitForAll(page, "change email");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await send.click();
    await expect(dialog.getByText("Please enter a valid email address")).toBeVisible();
    await dialog.getByLabel("New Email").fill(wanted);
    await send.click();
    await expectToast(page, "Link Not Sent", "Failed to send the link. Please try again.");
    await expect(dialog.getByText("Please enter your password", { exact: true })).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill("not it");
    await send.click();
    await expect(dialog.getByText("This is not your current password")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill("Bo-likes-waves");
    await trouble.noWrites("email_links", async () => {
      await send.click();
      await expect(dialog.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
    });
    await send.click();
    await expectToast(page, "Link sent", "Open the link in the mail to your new address.");
    await expect(dialog).toBeHidden();
    await expect(section(page).getByText(`${wanted} waits for you`)).toBeVisible();
    await expectFitForAll(page, "account with an address that waits");

    await page.goto(linkIn(await mailTo(server.dataDir, wanted)).href);
    await confirm(page).click();
    await expect(page.getByRole("heading", { name: "Your email is changed" })).toBeVisible();
    await page.getByRole("link", { name: "To Your Account" }).click();
    await expect(section(page).getByText(wanted, { exact: true })).toBeVisible();
    await expect(section(page).getByText("Confirmed", { exact: true })).toBeVisible();
    const told = async () => (await outboxOf(server.dataDir, email, true)).map(({ subject }) => subject);
    await expect.poll(told, { timeout: 20_000 }).toContain("Was it you? Your email address was changed");
  },
);
