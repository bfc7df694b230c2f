import type { Page } from "@playwright/test";
import { expect, phone, test } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";

/** A browser without a network logs errors by itself, so these journeys do not check the console. */
const plain = test.extend({
  open: async ({ browser, server }, use) => {
    await use(async (name, options) => {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      return { firstName: name, lastName: "Berg", email: "", password: "", page: await context.newPage() };
    });
  },
});

const award = (page: Page, name: string) => page.getByRole("heading", { name }).getByRole("button");
/** The nominees of the award that is still open. Another one, which has them too, is decided. */
const nominees = (page: Page) => page.getByRole("group", { name: "Sunburn of the Week: who gets it?" });

plain("a vote without a network and without a store fails and can be repeated", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  // As in private windows of some browsers. Otherwise the vote waits on the device.
  await ana.page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  });
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  await ana.page.goto(`/trips/${seed.trip}/awards`);
  await expect(award(ana.page, "Sunburn of the Week")).toBeVisible();
  await nominees(ana.page).getByText("Bo Berg").click();
  await ana.page.context().setOffline(true);
  await ana.page.getByRole("button", { name: "Submit Vote" }).click();
  await expect(ana.page.getByText("Failed to cast vote").first()).toBeVisible();
  await ana.page.context().setOffline(false);
  await ana.page.getByRole("button", { name: "Submit Vote" }).click();
  await expect(ana.page.getByText("1 of 2 votes received").first()).toBeVisible();
});

plain("a page that did not open without a network opens once it is back", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana", phone);
  await seedTrip([ana.page.request], 0);
  await ana.page.goto("/members");
  await expect(ana.page.getByText("No crew members found")).toBeVisible();
  await ana.page.getByRole("link", { name: "Profile" }).first().hover();
  await ana.page.context().setOffline(true);
  await ana.page.goto("/awards").catch(() => undefined);
  await ana.page.context().setOffline(false);
  await ana.page.goto("/awards");
  await expect(ana.page.getByText("Best Wipeout").first()).toBeVisible();
});

plain("a page that does not open without a network has its drawing", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await seedTrip([page.request], 0);
  const drawings = page.waitForResponse(/assets\/scenes-/);
  await page.goto("/account");
  await (await drawings).finished();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Awards", exact: true }).last().click();
  const alert = page.getByRole("alert").filter({ hasText: "This page did not come through" });
  await expect(alert).toContainText("It opens by itself as soon as there is a connection.");
  const drawing = alert.locator("img");
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Awards", level: 1 })).toBeVisible();
});

plain("a stale invite link says so, and leads home", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  const seed = await seedTrip([ana.page.request], 0);
  await ana.page.request.post(`/api/squads/${seed.squad}/invite-link/reset`, { data: {} });
  await register(bo.page.request, "Bo");
  for (const link of [
    `/join-squad/${seed.squad}?invite=${seed.invite}`,
    `/join-squad/${seed.squad}`,
    `/join-squad/${seed.trip}?invite=x`,
  ]) {
    await bo.page.goto(link);
    await expect(bo.page.getByText("Join Failed").first()).toBeVisible();
    await expect(bo.page.getByText("Unable to join this squad. It may be private or not found.").first()).toBeVisible();
  }
  await bo.page.getByRole("link", { name: "Back to Home" }).click();
  await expect(bo.page).toHaveURL("/");
});

plain("a vote that two tabs send at once counts once", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const second = await ana.page.context().newPage();
  for (const page of [ana.page, second]) {
    await page.goto(`/trips/${seed.trip}/awards`);
    await nominees(page).getByText("Bo Berg").click();
  }
  // A background tab draws nothing, so the click skips Playwright's wait for a stable element.
  await Promise.all(
    [ana.page, second].map((page) => page.getByRole("button", { name: "Submit Vote" }).dispatchEvent("click")),
  );
  for (const page of [ana.page, second])
    await expect(
      page.getByRole("article", { name: "Sunburn of the Week" }).getByRole("button", { name: "Current Vote" }),
    ).toBeVisible();
  // A page shows its vote before the server has it.
  const votes = async () => {
    const progress = await bo.page.request.get(`/api/categories/${seed.categories[1]}/voting-progress`);
    return ((await progress.json()) as { votesReceived: number }).votesReceived;
  };
  await expect.poll(votes).toBe(1);
  await ana.page.waitForTimeout(1000);
  expect(await votes()).toBe(1);
});

plain("an ended session leads to the sign-in page, which knows the way back", { tag: "@long" }, async ({ open }) => {
  const ana = await open("Ana");
  const seed = await seedTrip([ana.page.request], 0);
  await ana.page.context().clearCookies();
  await ana.page.goto(`/trips/${seed.trip}`);
  await expect(ana.page).toHaveURL(/\/auth/);
  expect(new URL(ana.page.url()).searchParams.get("return")).toBe(`/trips/${seed.trip}`);
});

plain("a page stays live over a restart of the server", { tag: "@long" }, async ({ open, server }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  await ana.page.goto(`/trips/${seed.trip}/awards`);
  await expect(award(ana.page, "Sunburn of the Week")).toBeVisible();
  await server.kill();
  await server.start();
  await bo.page.request.post(`/api/categories/${seed.categories[1]}/vote`, {
    data: { nomineeId: seed.crew[0]!["id"] },
  });
  await expect(ana.page.getByText("1 of 2 votes received").first()).toBeVisible();
});
