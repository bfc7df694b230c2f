import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register, send } from "../seed.ts";
import { everythingShown } from "../toast.ts";

test("a squad is created by keyboard alone, and its creator is its leader", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const me = await register(page.request, "Ana");
  const seen = await recordTexts(page, "button");
  await page.goto("/create-squad");
  await expect(page.getByText("Squad Leader")).toBeVisible();
  await expect(page.getByText("Ana Berg")).toBeVisible();
  await expect(page.getByText(me["email"]!)).toBeVisible();
  // A long address does not widen the form beyond the phone.
  const field = (await page.getByLabel("Squad Name").boundingBox())!;
  expect(field.x + field.width).toBeLessThan(390 - 16);
  await expectFitForAll(page, "the form of a squad");

  const name = page.getByLabel("Squad Name");
  await name.focus();
  await page.keyboard.type("X");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Squad name must be at least 2 characters")).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type("L Club");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Description")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Create Squad", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Squad Created!", { exact: true }).first()).toBeVisible();
  const invite = page.getByRole("dialog", { name: "Invite Members" });
  await expect(invite.getByRole("button", { name: "Share Link" })).toBeVisible();
  await expect.poll(() => invite.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await expectFitForAll(page, "the invitation of a new squad");
  await invite.getByRole("button", { name: "Later" }).focus();
  await page.keyboard.press("Enter");
  await expect(invite).toBeHidden();
  await expect(page.getByRole("heading", { name: "XL Club", level: 1 })).toBeFocused();
  await expect(page.locator("main .bg-action").filter({ hasText: /\w/ })).toHaveText(["Invite Members"]);
  expect(await seen()).toContain("Creating...");

  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  expect((await send(page.request, "GET", `/api/squads/${id}`))["squad"]).toMatchObject({
    description: "XL Club crew",
    isPublic: false,
    role: "admin",
  });
});

test("a squad that cannot be created says why and keeps the typed text", async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  await register(page.request, "Ana");
  await page.goto("/create-squad");
  await page.getByLabel("Squad Name").fill("Dawn Patrol");
  await page.getByLabel("Description").fill("Coffee before waves.");
  const create = page.getByRole("button", { name: "Create Squad", exact: true });
  const told = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await trouble.noWrites("squads", async () => {
    await create.click();
    await told("Error Creating Squad");
    await told("Something went wrong on our side. Please try again.");
  });
  await page.context().setOffline(true);
  await create.click();
  await told("Error Creating Squad");
  await told("Failed to create squad");
  // The page itself says what to do, above the button.
  await told("You seem to be offline. Check your connection and try again.");
  await page.context().setOffline(false);
  await expect(page.getByLabel("Squad Name")).toHaveValue("Dawn Patrol");
  await create.click();
  await expect(page.getByText("Coffee before waves.")).toBeVisible();
});

test("a session that ends while typing leads to the sign-in page", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const words = await everythingShown(page);
  await register(page.request, "Ana");
  await page.goto("/create-squad");
  await page.getByLabel("Squad Name").fill("Dawn Patrol");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create Squad", exact: true }).click();
  await expect(page).toHaveURL("/auth?return=%2Fcreate-squad");
  expect(words.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."))).toBe(true);
});
