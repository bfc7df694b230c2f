import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "../../server/testing/outbox.ts";
import { expectFitForAll } from "../accessible.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register } from "../seed.ts";
import { expectToast } from "../toast.ts";

const newPassword = (page: Page) => page.getByLabel("New Password", { exact: true });
const setPassword = (page: Page) => page.getByRole("button", { name: "Set Password" });

test("a password reset by mail signs in here and signs out elsewhere", async ({ open, openInTrouble, server }) => {
  const [home, phoneOf] = [await openInTrouble("Home"), await open("Phone", phone)];
  const { email } = await register(home.page.request, "Ana");
  await phoneOf.page.goto("/auth");
  await phoneOf.page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(phoneOf.page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expect(phoneOf.page).toHaveTitle("Reset Password · Swellmates");
  await phoneOf.page.getByRole("button", { name: "Send Link" }).click();
  await expect(phoneOf.page.getByText("Please enter a valid email address")).toBeVisible();
  await phoneOf.page.getByLabel("Email").fill(email!);
  await phoneOf.page.keyboard.press("Enter");
  const sent = phoneOf.page.getByRole("heading", { name: "Check your mail" });
  await expect(sent).toBeFocused();
  await expectFitForAll(phoneOf.page, "link sent");

  const mail = await mailTo(server.dataDir, email!);
  expect(mail.subject).toBe("Set a new password for Swellmates");
  const link = linkIn(mail);
  expect(link.origin).toBe(server.url);
  const referers: string[] = [];
  phoneOf.page.on("request", (request) => referers.push(request.headers()["referer"] ?? ""));
  await phoneOf.page.goto(link.href);
  await expect(phoneOf.page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(phoneOf.page).toHaveURL("/reset-password");
  await setPassword(phoneOf.page).click();
  await expect(phoneOf.page.getByText("Password must be at least 6 characters")).toBeVisible();
  await newPassword(phoneOf.page).fill("tide is high");
  await phoneOf.page.keyboard.press("Enter");
  await expectToast(phoneOf.page, "Password changed", "You are logged in here, and logged out everywhere else.");
  await expect(phoneOf.page).toHaveURL("/");
  const token = link.searchParams.get("token")!;
  expect(referers.length).toBeGreaterThan(3);
  expect(referers.filter((referer) => referer.includes(token))).toEqual([]);
  await phoneOf.page.goBack();
  expect(phoneOf.page.url()).not.toContain(token);

  // The other browser was signed in until now.
  await home.page.goto("/members");
  await expect(home.page).toHaveURL(/\/auth\?return=%2Fmembers$/);

  // The link works only once.
  await home.page.goto(link.href);
  await newPassword(home.page).fill("once more");
  await setPassword(home.page).click();
  await expectToast(home.page, "Password Not Changed", "Failed to set the new password");
  await expect(
    home.page.getByText("This link has expired or was used already. Please ask for a new one."),
  ).toBeVisible();
  await expectFitForAll(home.page, "link used up");
  await home.page.getByRole("button", { name: "Ask for a New Link" }).click();
  await expect(home.page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await home.page.getByRole("link", { name: "← Back to login" }).click();
  await home.page.getByLabel("Email").fill(email!);
  await home.page.getByLabel("Password", { exact: true }).fill("tide is high");
  await home.page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(home.page).toHaveURL("/");
});

test("an unknown address gets the same answer, and failures are named", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  const seen = await recordTexts(page, "button");
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill("nobody.at.all@example.org");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send Link" }).click();
  await expectToast(page, "Link Not Sent", "Failed to send the link. Please try again.");
  await expect(page.getByRole("alert").filter({ hasText: "You seem to be offline" })).toBeVisible();
  await page.context().setOffline(false);
  await trouble.noWrites("password_resets", async () => {
    await page.getByRole("button", { name: "Send Link" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText("If nobody.at.all@example.org has an account, a link is on its way.")).toBeVisible();
  expect(await seen()).toContain("Sending...");
  await page.getByRole("button", { name: "Send Again" }).click();
  await expect(page.getByRole("button", { name: "Send Link" })).toBeVisible();

  await page.goto("/reset-password?token=made-up");
  await newPassword(page).fill("long enough");
  await trouble.noTable("password_resets", async () => {
    await setPassword(page).click();
    await expectToast(page, "Password Not Changed", "Failed to set the new password");
  });
  await expect(page.getByRole("button", { name: "Ask for a New Link" })).toHaveCount(0);
  await setPassword(page).click();
  await expect(page.getByRole("button", { name: "Ask for a New Link" })).toBeVisible();
  expect(await seen()).toContain("Setting Password...");
});

test("a reset shows what else opens the account, and removes what stays unticked", async ({ open, server }) => {
  const { page } = await open("Ana", phone);
  const { id, email } = await register(page.request, "Ana");
  await behindTheScenes(server, "update accounts set email_confirmed_at = now() where person_id = $1", [id]);
  await behindTheScenes(
    server,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      select gen_random_uuid(), $1::uuid, sha256(convert_to($1::uuid::text || name, 'UTF8')), '', 0, '{}', name, now() - make_interval(days => days)
      from (values ('My phone', 400), ('Old laptop', 40), ('A new device', 1)) keys (name, days)`,
    [id],
  );
  await page.request.post("/api/password/forgot", { data: { email } });
  await page.goto(linkIn(await mailTo(server.dataDir, email!)).href);
  const ways = page.getByRole("group", { name: "What else opens your account" });
  await expect(ways.getByText("Keep what you know. The rest stops working.")).toBeVisible();
  const box = (name: string) => ways.getByRole("checkbox", { name: `Passkey ${name}, added on` });
  // The newest is first. It is not ticked, because somebody else may have added it.
  await expect(ways.getByRole("checkbox").first()).toHaveAccessibleName(/A new device/);
  await expect(box("A new device")).not.toBeChecked();
  await expect(box("My phone")).toBeChecked();
  await expectFitForAll(page, "ways in at a reset");
  await box("Old laptop").uncheck();
  await newPassword(page).fill("tide is high");
  await setPassword(page).click();
  await expectToast(page, "Password changed", "You are logged in here, and logged out everywhere else.");
  await page.goto("/account");
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("My phone", { exact: true })).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
});
