import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { signUp } from "../app.ts";
import { expect, phone, test } from "../fixtures.ts";
import { addTrip } from "../seed-awards.ts";
import { register, seedTrip } from "../seed.ts";
import { startServer } from "../server.ts";
import { troubleFor } from "../trouble.ts";

test.use({ alone: "landing" });

const addPublicSquad = async (request: APIRequestContext, name: string) => {
  const made = (await (await request.post("/api/squads", { data: { name } })).json()) as { id: string };
  await request.put(`/api/squads/${made.id}`, { data: { name, isPublic: true } });
  return made.id;
};
const figure = (page: Page, name: string) =>
  page.getByRole("region", { name: "Swellmates in numbers" }).locator("div", { hasText: name }).locator("dd");
const photosOf = (page: Page) => page.getByRole("region", { name: "Fresh from the water" });
const squadsOf = (page: Page) => page.getByRole("region", { name: "Squads with an open door" });

test("the landing page shows the product, its numbers and its public photos", async ({ open }) => {
  const [ana, visitor] = [await open("Ana"), await open("Visitor")];
  const seed = await seedTrip([ana.page.request], 3);
  for (let i = 1; i < 10; i++) await addTrip(ana.page.request, { name: `Trip ${i}`, squad: seed.squad });
  const { page } = visitor;
  await ana.page.request.put(`/api/squads/${seed.squad}`, { data: { name: "Dawn Patrol", isPublic: true } });
  await ana.page.request.post("/api/squads", { data: { name: "Secret Spot" } });
  await page.goto("/");

  await expect(page).toHaveTitle("Swellmates");
  await expect(page.getByRole("contentinfo")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Your crew. Your trip. Your legends." })).toBeVisible();
  await expect(page.getByRole("list", { name: "Awards a crew may vote on" }).getByRole("listitem")).toHaveCount(3);
  for (const [name, href] of [
    ["Create a Squad", "/create-squad"],
    ["Find a Squad", "/find-squad"],
    ["Login here", "/auth"],
  ] as const)
    await expect(page.getByRole("link", { name }).first()).toHaveAttribute("href", href);
  await expect(page.getByText("Already have an account? Login here")).toBeVisible();
  for (const name of ["trips", "photos", "award", "crew"])
    await expect.poll(async () => Number(await figure(page, name).textContent())).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await page.locator("dl > div").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size, "rows of numbers on a phone").toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });

  await expect(photosOf(page).getByRole("img")).toHaveCount(3);
  const wall = page.locator("section > [aria-hidden=true]").first();
  const onWall = wall.locator("img[src^='/objects/']");
  await expect(onWall).toHaveCount(3);
  // The text covers the left half.
  for (const picture of await onWall.all())
    expect((await picture.boundingBox())!.x).toBeGreaterThan(page.viewportSize()!.width / 2);
  // The wall shows no picture twice. Drawings replace the missing photos.
  const shown = await wall.locator("img").evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).src));
  expect(shown).toHaveLength(10);
  expect(new Set(shown).size).toBe(10);
  await expect(squadsOf(page).getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
  await expect(squadsOf(page).getByText("1 member").first()).toBeVisible();
  await expect(page.getByText("Secret Spot")).toBeHidden();
});

// Over two seconds: it plays all cards of a show.
test("a visitor watches a night of invented people to its end, on a phone", async ({ open }) => {
  const { page } = await open("Visitor", phone);
  const said = page.locator(".show-room > [aria-live]");
  const emoji = page.locator(".show-floats > span");
  await page.goto("/");
  await page.getByRole("link", { name: "Watch a Night" }).click();
  await expect(page).toHaveURL("/example-night");
  await expect(page).toHaveTitle("Watch a Night · Swellmates");
  await expect(said).toHaveText(/^Awards Night of Arrifana ’25/);
  await expect(page.locator(".show-cover img")).toHaveJSProperty("naturalWidth", 1200);
  await expect(emoji.first()).toBeAttached();
  await page.getByRole("button", { name: "Next" }).tap();
  await expect(said).not.toHaveText(/^Awards Night of Arrifana ’25/);
  const end = page.getByRole("link", { name: "Create a Squad" });
  for (let card = 0; card < 100 && !(await end.isVisible()); card++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("heading", { name: "Tonight’s medals" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
  await expectAccessible(page, "the end of the example's night");
  await expectNoSideways(page, "the end of the example's night");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/");
  await page.goto("/example-night");
  await expect(said).toHaveText(/^Awards Night of Arrifana ’25/);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL("/");
});

test("a visitor joins a public squad through registration", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  await register(ana.page.request, "Ana");
  const squad = await addPublicSquad(ana.page.request, "Longboard Society");
  await bo.page.goto("/");
  await squadsOf(bo.page).getByRole("link", { name: "Join Longboard Society" }).click();
  await expect(bo.page).toHaveURL(`/register?return=${encodeURIComponent(`/join-squad/${squad}`)}`);
  await signUp(bo);
  await expect(bo.page).toHaveURL(`/squads/${squad}`);
  await expect(bo.page.getByText("Squad Joined!").first()).toBeVisible();
});

test("the list of public squads loads more on request", { tag: "@long" }, async ({ open }) => {
  const [ana, visitor] = [await open("Ana"), await open("Visitor")];
  await register(ana.page.request, "Ana");
  for (let i = 1; i <= 7; i++) await addPublicSquad(ana.page.request, `Break number ${i}`);
  await visitor.page.goto("/");
  await expect(squadsOf(visitor.page).getByRole("heading", { name: /^Break number/ })).toHaveCount(6);
  await squadsOf(visitor.page).getByRole("button", { name: "Show More" }).click();
  await expect(squadsOf(visitor.page).getByRole("heading", { name: "Break number 1" })).toBeVisible();
});

test("the navigation leads to the landing gallery from any page", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Visitor");
  const gallery = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Gallery" });
  await page.goto("/find-squad");
  await gallery.click();
  await expect(page).toHaveURL("/#gallery");
  await expect(photosOf(page)).toBeInViewport();
  await page.goto("/");
  await expect(photosOf(page)).not.toBeInViewport();
  await gallery.click();
  await expect(photosOf(page)).toBeInViewport();
  await page.goto("about:blank");
  await page.goto("/#gallery");
  await expect(photosOf(page)).toBeInViewport();
});

test("the landing page works by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "How it goes" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Create a Squad" }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/auth?redirect=/create-squad");
  await expect(page.getByRole("heading", { name: "Join the Crew" })).toBeFocused();
});

test(
  "a new installation says that it is empty; failed lists can be loaded again",
  { tag: "@long" },
  async ({ openInTrouble }) => {
    const fresh = await startServer();
    const trouble = troubleFor(fresh);
    const { page } = await openInTrouble("Visitor", phone);
    try {
      await trouble.noTable("categories", async () => {
        await page.goto(fresh.url);
        await expect(figure(page, "trips")).toHaveText("–");
        await expect(page.getByText("No public squads yet")).toBeVisible();
      });
      await trouble.noTable("media", async () => {
        await page.reload();
        await expect(photosOf(page).getByText("The photos did not come through.")).toBeVisible();
      });
      await photosOf(page).getByRole("button", { name: "Try Again" }).click();
      await expect(photosOf(page).getByText("No squad has opened its gallery yet.")).toBeVisible();

      await trouble.noTable("squads", async () => {
        await page.reload();
        await expect(squadsOf(page).getByText("The squads did not come through")).toBeVisible();
      });
      await expect(photosOf(page)).toBeVisible();
      await expect(page.getByRole("region", { name: "Swellmates in numbers" })).toHaveCount(0);
      await squadsOf(page).getByRole("button", { name: "Try Again" }).click();
      await expect(squadsOf(page).getByText("No public squads yet")).toBeVisible();
      await expectAccessible(page, "an empty landing page");
      await expectNoSideways(page, "an empty landing page");
    } finally {
      await fresh.dispose();
    }
  },
);
