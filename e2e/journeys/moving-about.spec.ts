import type { Page } from "@playwright/test";
import { pages } from "#contract/pages.ts";
import { expect, phone, test } from "../fixtures.ts";
import { memberScreens, pagesToLogInFor } from "../screens.ts";
import { type Seed, register, seedTrip } from "../seed.ts";
import { everythingShown } from "../toast.ts";

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test("each page begins at its top, and Back returns to the old position", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await page.goto("/privacy-policy");
  await page.getByRole("heading", { name: "12. Children" }).scrollIntoViewIfNeeded();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(800);
  const place = await scrolled(page);
  // A dispatched event clicks the link without scrolling, which Playwright's click would do.
  await page.getByRole("link", { name: "Terms of Service" }).dispatchEvent("click");
  await expect(page.getByRole("heading", { name: "Terms of Service", level: 1 })).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Privacy Policy", level: 1 })).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(place);
  // On a slow phone the foot of the page, without which it is too short for this position, comes after the rest.
  const developer = await page.context().newCDPSession(page);
  for (const rate of [1, 6]) {
    await developer.send("Emulation.setCPUThrottlingRate", { rate });
    await page.reload();
    await expect(page.getByRole("heading", { name: "12. Children" })).toBeInViewport();
    await expect.poll(() => scrolled(page)).toBe(place);
  }
  await page.getByRole("link", { name: "Swellmates" }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test("Back returns to the old position on a page with photos", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const seed = await seedTrip([page.request], 6);
  await page.goto(`/trips/${seed.trip}`);
  await expect(page.locator("[data-photo]").first()).toBeVisible();
  await page.locator("#gallery").evaluate((gallery) => gallery.scrollIntoView());
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const place = await scrolled(page);
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  // Rows of photos may have fractions of a pixel.
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(2);
});

test("an unknown address shows the not-found page", async ({ openInTrouble }) => {
  // The browser logs the 404.
  const [ana, visitor] = [await openInTrouble("Ana"), await openInTrouble("Visitor")];
  await register(ana.page.request, "Ana");
  for (const { page } of [ana, visitor]) {
    await page.goto("/no/such/place");
    await expect(page).toHaveTitle("404 Page Not Found · Swellmates");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  }
});

test("a trip's address with a squad's id leads to the squad", async ({ openInTrouble }) => {
  // The browser logs the 404.
  const { page } = await openInTrouble("Ana");
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/trips/${seed.squad}`);
  await expect(page).toHaveURL(`/squads/${seed.squad}`);
  await expect(page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
});

const titles = (seed: Seed): Record<string, string> => ({
  "/dashboard": "Swellmates",
  "/squads": "Your Squads · Swellmates",
  [`/squads/${seed.squad}`]: "Dawn Patrol · Swellmates",
  "/choose-squad": "Choose a Squad · Swellmates",
  "/create-squad": "Create a Squad · Swellmates",
  "/find-squad": "Find a Squad · Swellmates",
  [`/trips/${seed.trip}`]: "Ericeira ’26 · Swellmates",
});

test("each page names itself in the browser's tab", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const seed = await seedTrip([page.request], 0);
  for (const [url, title] of Object.entries(titles(seed))) {
    await page.goto(url);
    await expect(page).toHaveTitle(title);
  }
  for (const [name, url] of Object.entries(memberScreens(seed)).filter(([name]) => name !== "dashboard")) {
    await page.goto(url);
    await expect(page, name).toHaveTitle(/^.+ · Swellmates$/);
  }
});

test("a page for members asks a visitor to sign in and leads back", async ({ open }) => {
  const { page } = await open("Ana");
  const words = await everythingShown(page);
  for (const name of pagesToLogInFor.filter((name) => name !== "createSquad")) {
    const path = pages[name].path.replace("/:userId?", "").replace(":id", "7");
    const before = words.length;
    await page.goto(path);
    await expect(page).toHaveURL(`/auth?return=${encodeURIComponent(path)}`);
    const said = words.slice(before);
    const isToldSo = said.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."));
    expect(isToldSo, path).toBe(name === "awards");
  }
  await page.goto("/create-squad");
  await expect(page).toHaveURL("/auth?redirect=/create-squad");
  await page.goto("/api/login?return=%2Fjoin-squad%2F7%3Finvite%3Dabc");
  expect(new URL(page.url()).searchParams.get("return")).toBe("/join-squad/7?invite=abc");
  await register(page.request, "Ana");
  await page.goto("/auth?redirect=/create-squad");
  await expect(page.getByRole("heading", { name: "Create a Squad" })).toBeVisible();
  await page.goto("/auth?return=https://evil.example/");
  await expect(page).toHaveURL("/");
});

test("a click after the session ended shows a toast and opens the sign-in page", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const words = await everythingShown(page);
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/squads/${seed.squad}`);
  await expect(page.getByRole("heading", { name: "Dawn Patrol", level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Awards" }).click();
  await expect(page).toHaveURL("/auth?return=%2Fawards");
  expect(words.some((text) => text.includes("UnauthorizedYou are logged out. Logging in again..."))).toBe(true);
});

test(
  "returning to the tab refetches nothing, and a failed call is not repeated",
  { tag: "@long" },
  async ({ openInTrouble, trouble }) => {
    const { page } = await openInTrouble("Ana");
    await register(page.request, "Ana");
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/api/squads") && asked.push(request.url()));
    await page.goto("/squads");
    await expect(page.getByText("No squad yet")).toBeVisible();
    await page.waitForTimeout(1500);
    const before = asked.length;
    await page.evaluate(() => {
      for (const event of ["blur", "focus"]) dispatchEvent(new Event(event));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await page.waitForTimeout(1500);
    expect(asked).toHaveLength(before);

    await trouble.noTable("squad_members", async () => {
      await page.goto("/choose-squad");
      await expect(page.getByText("Your squads did not come through")).toBeVisible();
      await page.waitForTimeout(1000);
      const failed = asked.length;
      expect(failed).toBeGreaterThan(before);
      await page.waitForTimeout(3000);
      expect(asked).toHaveLength(failed);
    });
  },
);
