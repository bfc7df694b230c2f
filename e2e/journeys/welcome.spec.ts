import type { Page } from "@playwright/test";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register, seedTrip } from "../seed.ts";

const newSquad = async (page: Page, name: string) => {
  const made = await page.request.post("/api/squads", { data: { name } });
  return ((await made.json()) as { id: string }).id;
};

test("the welcome page leads to the last squad", async ({ open }) => {
  const ana = await open("Ana");
  await register(ana.page.request, "Ana");
  const seen = await recordTexts(ana.page, "output");
  await ana.page.goto("/welcome");
  await expect(ana.page).toHaveURL("/squads");
  await expect(ana.page.getByText("No squad yet")).toBeVisible();
  expect(await seen()).toContain("Loading your adventure...");

  await newSquad(ana.page, "Night Shift");
  const last = await newSquad(ana.page, "Dawn Patrol");
  await ana.page.goto("/welcome");
  await expect(ana.page).toHaveURL(`/squads/${last}`);
  await expect(ana.page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  // Back skips the redirect page.
  await ana.page.goto("/members");
  await ana.page.goBack();
  await expect(ana.page).toHaveURL(`/squads/${last}`);
});

test(
  "without a last squad the welcome page leads to the squad list",
  { tag: "@long" },
  async ({ openInTrouble, trouble }) => {
    const ana = await openInTrouble("Ana");
    await register(ana.page.request, "Ana");
    await newSquad(ana.page, "Dawn Patrol");
    await ana.page.goto("/members");
    await trouble.noTable("squad_members", async () => {
      await ana.page.goto("/welcome");
      await expect(ana.page).toHaveURL("/squads");
      await expect(ana.page.getByText("Your squads did not come through")).toBeVisible();
    });
    await ana.page.getByRole("button", { name: "Try Again" }).click();
    await expect(ana.page.getByRole("link", { name: "Dawn Patrol" }).first()).toBeVisible();
  },
);

test("visitors of the welcome page and the squad chooser sign in first and return", async ({ open }) => {
  const ana = await open("Ana", phone);
  for (const path of ["/welcome", "/choose-squad"]) {
    await ana.page.goto(path);
    await expect(ana.page.getByRole("heading", { name: "Join the Crew" })).toBeVisible();
    expect(new URL(ana.page.url()).searchParams.get("return")).toBe(path);
    // Nobody was logged out, so no toast says so.
    await expect(ana.page.getByText("Unauthorized")).toBeHidden();
  }
  await register(ana.page.request, "Ana");
  await ana.page.reload();
  await expect(ana.page.getByRole("heading", { name: "Choose a Squad" })).toBeVisible();
});

test("the squad chooser lists the squads and opens one by keyboard alone", async ({ open }) => {
  const ana = await open("Ana", phone);
  const seed = await seedTrip([ana.page.request], 0);
  await newSquad(ana.page, "Night Shift");
  await ana.page.goto("/choose-squad");
  await expect(ana.page).toHaveTitle("Choose a Squad · Swellmates");
  await expect(ana.page.getByRole("link", { name: /^Enter Squad/ })).toHaveCount(2);
  await expect(ana.page.getByText("Coffee before waves.")).toBeVisible();
  await expect(ana.page.getByRole("link", { name: "Create New Squad" })).toHaveAttribute("href", "/create-squad");
  await expect(ana.page.getByRole("link", { name: "Find Squad", exact: true })).toHaveAttribute("href", "/find-squad");
  await ana.page.getByRole("link", { name: "Enter Squad Dawn Patrol" }).focus();
  await ana.page.keyboard.press("Enter");
  await expect(ana.page).toHaveURL(`/squads/${seed.squad}`);
  await expect(ana.page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeFocused();

  await ana.page.goBack();
  await ana.page.getByRole("link", { name: "Not you? Sign out" }).focus();
  await ana.page.keyboard.press("Enter");
  await expect(ana.page).toHaveURL("/");
  await expect(ana.page.getByRole("link", { name: "Login here" })).toBeVisible();
  expect((await ana.page.request.get("/api/auth/user")).status()).toBe(401);
});

test("the squad chooser says when there is no squad and when loading failed", async ({ openInTrouble, trouble }) => {
  const ana = await openInTrouble("Ana", phone);
  await register(ana.page.request, "Ana");
  await trouble.noTable("squad_members", async () => {
    await ana.page.goto("/choose-squad");
    await expect(ana.page.getByText("Your squads did not come through")).toBeVisible();
  });
  await ana.page.getByRole("button", { name: "Try Again" }).click();
  await expect(ana.page.getByText("No squad yet")).toBeVisible();
});
