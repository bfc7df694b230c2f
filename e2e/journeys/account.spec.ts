import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzip } from "../../server/media/zip/fixtures/unzip.ts";
import { expectFitForAll } from "../accessible.ts";
import { photo, signUp } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register, seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Delete your account?" });

test("the profile page leads to the account page, where the password is changed", async ({
  open,
  openInTrouble,
  trouble,
}) => {
  const [home, away] = [await openInTrouble("Home", phone), await open("Away")];
  const { page } = home;
  const { email } = await register(page.request, "Ana");
  const login = (password: string) => away.page.request.post("/api/login", { data: { email, password } });
  expect((await login("Ana-likes-waves")).ok()).toBe(true);
  const seen = await recordTexts(page, "button");
  await page.goto("/profile");
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page.getByRole("heading", { name: "Your Account", level: 1 })).toBeVisible();
  await expect(page.getByText(email!)).toBeVisible();
  await expect(page.getByText(/^Swellmates \d+\.\d+\.\d+$/)).toBeVisible();

  await press(page, "Change Password");
  await expect(page.getByText("Please enter your password")).toBeVisible();
  await field(page, "Current Password").fill("not it");
  await field(page, "New Password").fill("tide is high");
  await press(page, "Change Password");
  await expectToast(page, "Password Not Changed", "Failed to change your password");
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expect(field(page, "Current Password")).toBeFocused();
  await expectFitForAll(page, "account with a fault");
  await field(page, "Current Password").fill("Ana-likes-waves");
  await trouble.noWrites("accounts", async () => {
    await press(page, "Change Password");
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
  });
  await press(page, "Change Password");
  await expectToast(page, "Password changed", "You are logged out everywhere else.");
  await expect(field(page, "Current Password")).toHaveValue("");
  expect(await seen()).toContain("Changing...");
  expect((await away.page.request.get("/api/auth/user")).status()).toBe(401);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  expect((await login("tide is high")).ok()).toBe(true);
});

test("a person downloads all of their data as one zip", async ({ open }) => {
  const { page } = await open("Ana");
  const wave = photo("wave.png", [18, 147, 143]);
  await seedTrip([page.request], [wave]);
  await page.goto("/account");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export My Data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Swellmates \d{4}-\d\d-\d\d\.zip$/);
  const files = unzip(await readFile(await file.path()));
  expect(files.some(({ name, bytes }) => name.startsWith("photos/") && bytes.equals(wave.buffer))).toBe(true);
  expect(files.map(({ name }) => name)).toContain("votes.json");
});

test("account deletion first lists what it deletes; shared photos stay without a name", async ({
  open,
  openInTrouble,
  trouble,
}) => {
  const [ana, bo] = [await open("Ana"), await openInTrouble("Bo")];
  const { page } = bo;
  const seed = await seedTrip([ana.page.request, page.request], 2);
  const email = seed.crew[1]!["email"]!;
  await page.request.post("/api/squads", { data: { name: "Night Shift" } });
  const seen = await recordTexts(page, "button");
  await page.goto("/account");
  const opener = page.getByRole("button", { name: "Delete My Account" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByText("You are the last member of Night Shift: deleted with you")).toBeVisible();
  await expect(dialogOf(page).getByText("The photo you shared")).toBeVisible();
  await expect(dialogOf(page).getByLabel("Leave them with their crews")).toBeChecked();
  await expectFitForAll(page, "delete account");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await press(page, "Delete My Account");
  await expect(page.getByText("Please type what is asked")).toBeVisible();
  await field(page, "Your email, to confirm").fill("someone.else@example.org");
  await dialogOf(page).getByLabel("Password", { exact: true }).fill("not it");
  await press(page, "Delete My Account");
  await expectToast(page, "Account Not Deleted", "Failed to delete your account");
  await expect(page.getByText("This is not your email address")).toBeVisible();
  await field(page, "Your email, to confirm").fill(email);
  await press(page, "Delete My Account");
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await dialogOf(page).getByLabel("Password", { exact: true }).fill("Bo-likes-waves");
  await trouble.noWrites("squad_members", async () => {
    await press(page, "Delete My Account");
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong on our side" })).toBeVisible();
  });
  expect(await seen()).toContain("Deleting...");
  await press(page, "Delete My Account");
  await expect(page).toHaveURL("/");
  await expectToast(page, "Account deleted", "Thanks for the waves. You are always welcome back.");
  await expect(page.getByRole("link", { name: "Create a Squad" }).first()).toBeVisible();

  await ana.page.goto(`/squads/${seed.squad}`);
  await expect(ana.page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  await expect(ana.page.getByText("Bo Berg")).toHaveCount(0);
  const media = (await (await ana.page.request.get(`/api/trips/${seed.trip}/media`)).json()) as { uploader: unknown }[];
  expect(media.filter(({ uploader }) => uploader === null)).toHaveLength(1);
});

test("the only admin of a squad must hand over before deleting the account", async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  await ana.page.goto("/account");
  await press(ana.page, "Delete My Account");
  await expect(
    dialogOf(ana.page).getByText(
      "You are the only admin of these squads. Please make someone else admin before you delete your account.",
    ),
  ).toBeVisible();
  await expectFitForAll(ana.page, "hand over first");
  await dialogOf(ana.page).getByRole("link", { name: "Dawn Patrol" }).click();
  await expect(ana.page).toHaveURL(`/squads/${seed.squad}`);
  await expect(dialogOf(ana.page)).toBeHidden();
});

test("an address in an international domain is shown in its own letters", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana");
  const { page } = ana;
  const email = ana.email.replace(/@.*/, "@bücher.example");
  await page.goto("/auth?return=%2Faccount");
  await signUp({ ...ana, email });
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  await press(page, "Delete My Account");
  await field(page, "Your email, to confirm").fill(`“${email}”\u200B`);
  await dialogOf(page).getByRole("textbox", { name: "Password" }).fill(ana.password);
  await dialogOf(page).getByRole("button", { name: "Delete My Account" }).click();
  await expectToast(page, "Account deleted");
});

test("the account page says when it cannot load", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  await register(page.request, "Ana");
  await page.goto("/profile");
  await trouble.noTable("media", async () => {
    await page.getByRole("link", { name: "Account" }).click();
    await expect(page.getByText("This did not come through")).toBeVisible();
  });
  await press(page, "Try Again");
  await expect(field(page, "Current Password")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/auth\?return=%2Faccount$/);
});
