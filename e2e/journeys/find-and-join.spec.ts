import type { APIRequestContext, Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { signUp } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register, seedTrip, send } from "../seed.ts";

test.use({ alone: "find-and-join" });

const cannotJoin = "Unable to join this squad. It may be private or not found.";
const welcome = "Welcome to the crew! Let's catch some waves together";
const publicSquad = async (request: APIRequestContext, name: string, description = "") =>
  (await send(request, "POST", "/api/squads", { name, description, isPublic: true }))["id"]!;
const search = (page: Page) => page.getByRole("searchbox", { name: "Search squads" });
const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test("the search says when it is empty, loading or without results", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  await register(ana.page.request, "Ana");
  await publicSquad(ana.page.request, "Kelp Riders", "We go where the FOG is thick.");
  await send(ana.page.request, "POST", "/api/squads", { name: "Kelp Secrets" });
  const { page } = bo;
  const seen = await recordTexts(page, "output");
  await page.goto("/find-squad");
  await expect(page.getByText("Who are you looking for?")).toBeVisible();
  await expectFitForAll(page, "the empty search");
  for (const wanted of ["kelp", "KELP", "fog is"]) {
    await search(page).fill(wanted);
    await expect(page.getByRole("heading", { name: "Kelp Riders" })).toBeVisible();
    await expect(page.getByText("1 squad found")).toBeVisible();
  }
  await expect(page.getByText("1 member", { exact: true })).toBeVisible();
  await expect(page.getByText("Kelp Secrets")).toBeHidden();
  await expectFitForAll(page, "the results");
  await search(page).fill("no squad is called that");
  await expect(page.getByText("No squads found for “no squad is called that”")).toBeVisible();
  await search(page).fill("");
  await expect(page.getByText("Who are you looking for?")).toBeVisible();
  expect(await seen()).toContain("Searching...");
  await page.goto("/find-squad?q=kelp");
  await expect(search(page)).toHaveValue("kelp");
  await expect(page.getByRole("heading", { name: "Kelp Riders" })).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Find a Squad" }).click();
  await expect(search(page)).toHaveValue("");
  await expect(page.getByText("Who are you looking for?")).toBeVisible();
  await page.getByRole("link", { name: "← Back to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a signed-in person joins from the results by keyboard, a visitor by registering", async ({ open }) => {
  const [ana, bo, cleo] = [await open("Ana"), await open("Bo"), await open("Cleo", phone)];
  await register(ana.page.request, "Ana");
  const squad = await publicSquad(ana.page.request, "Pier Pressure");
  await register(bo.page.request, "Bo");
  await bo.page.goto("/find-squad");
  await search(bo.page).focus();
  await bo.page.keyboard.type("pier");
  await expect(bo.page.getByRole("button", { name: "Join Pier Pressure" })).toBeVisible();
  await bo.page.keyboard.press("Tab");
  await expect(bo.page.getByRole("button", { name: "Join Pier Pressure" })).toBeFocused();
  await bo.page.keyboard.press("Enter");
  await expect(bo.page).toHaveURL(`/squads/${squad}`);
  await expect(bo.page.getByRole("heading", { name: "Pier Pressure", level: 1 })).toBeFocused();
  await told(bo.page, "Joined Squad!");
  await told(bo.page, welcome);
  await bo.page.goto("/find-squad?q=pier");
  await expect(bo.page.getByRole("link", { name: "Open Squad" })).toHaveAttribute("href", `/squads/${squad}`);

  await cleo.page.goto("/find-squad?q=pier");
  await cleo.page.getByRole("link", { name: "Join Pier Pressure" }).click();
  await expect(cleo.page).toHaveURL(/\/register\?return=/);
  await signUp(cleo);
  await expect(cleo.page).toHaveURL(`/squads/${squad}`);
});

test("a search and a join that fail say so, and can be tried again", async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await register(ana.page.request, "Ana");
  const squad = await publicSquad(ana.page.request, "Rip Tides");
  const { page } = bo;
  await register(page.request, "Bo");
  await page.goto("/find-squad");
  await trouble.noTable("squads", async () => {
    await search(page).fill("rip");
    await expect(page.getByText("The search did not come through")).toBeVisible();
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  const join = page.getByRole("button", { name: "Join Rip Tides" });
  await trouble.noWrites("squad_members", async () => {
    await join.click();
    await told(page, "Error Joining Squad");
    await told(page, "Something went wrong on our side. Please try again.");
  });
  await page.context().setOffline(true);
  await join.click();
  await told(page, "Failed to join squad. Please try again.");
  await page.context().setOffline(false);
  await send(ana.page.request, "PUT", `/api/squads/${squad}`, { name: "Rip Tides", isPublic: false });
  await join.click();
  await told(page, cannotJoin);
  await expect(page).toHaveURL("/find-squad?q=rip");
});

test("an invite link joins a person once, and welcomes them back after that", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  const seed = await seedTrip([ana.page.request], 0);
  await register(bo.page.request, "Bo");
  const joins: string[] = [];
  bo.page.on("request", (request) => request.method() === "POST" && joins.push(request.url()));
  const seen = await recordTexts(bo.page, "output");
  await bo.page.goto("/members");
  await bo.page.goto(`/join-squad/${seed.squad}?invite=${seed.invite}`);
  await expect(bo.page).toHaveURL(`/squads/${seed.squad}`);
  await told(bo.page, "Squad Joined!");
  await told(bo.page, welcome);
  expect(joins).toHaveLength(1);
  const texts = await seen();
  expect(texts).toContain("Checking authentication...");
  expect(texts).toContain("Joining Squad...");
  // Back does not join again.
  await bo.page.goBack();
  await expect(bo.page).toHaveURL("/members");

  await bo.page.goto(`/join-squad/${seed.squad}`);
  await told(bo.page, "Welcome Back!");
  await told(bo.page, "You're already a member of this squad");
  await expect(bo.page).toHaveURL(`/squads/${seed.squad}`);
});

test("a visitor sees the inviting squad, and the code survives the sign-in", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  const seed = await seedTrip([ana.page.request], 0);
  const link = `/join-squad/${seed.squad}?invite=${seed.invite}`;
  await bo.page.goto(link);
  await expect(bo.page.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
  await expect(bo.page.getByText("Coffee before waves.")).toBeVisible();
  await expect(bo.page.getByText("Ana", { exact: true })).toBeVisible();
  await bo.page.getByRole("link", { name: "Log In or Register" }).focus();
  await bo.page.keyboard.press("Enter");
  await expect(bo.page).toHaveURL(`/auth?return=${encodeURIComponent(link)}`);
  await signUp(bo);
  await expect(bo.page).toHaveURL(`/squads/${seed.squad}`);
  await told(bo.page, "Squad Joined!");
});

test("a join that fails says why and can be tried again", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo", phone)];
  const seed = await seedTrip([ana.page.request], 0);
  const { page } = bo;
  // With a wrong code, a visitor sees the same as a signed-in person.
  await page.goto(`/join-squad/${seed.squad}?invite=guess`);
  await expect(page.getByRole("heading", { name: "Join Failed" })).toBeVisible();
  await told(page, cannotJoin);
  await register(page.request, "Bo");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Join Failed" })).toBeVisible();
  await told(page, cannotJoin);
  await expectFitForAll(page, "a failed join");

  await trouble.noWrites("squad_members", async () => {
    await page.goto(`/join-squad/${seed.squad}?invite=${seed.invite}`);
    await expect(page.getByRole("heading", { name: "Join Failed" })).toBeVisible();
    await told(page, "Something went wrong on our side. Please try again.");
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  });
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Try Again" }).click();
  await told(page, "Failed to join squad. Please try again.");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try Again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/squads/${seed.squad}`);
  await told(page, "Squad Joined!");
});
