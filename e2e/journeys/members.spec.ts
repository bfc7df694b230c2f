import { addCrowd } from "../behind-the-scenes.ts";
import { expect, phone, test } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";

test("the members page shows everyone once, with the right counts", async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  await seedTrip([ana.page.request, bo.page.request], 0);
  await bo.page.goto("/");
  await bo.page.getByRole("main").getByRole("link", { name: "Members", exact: true }).click();
  await expect(bo.page.getByRole("heading", { name: "The Crew", level: 1 })).toBeVisible();
  await ana.page.request.patch("/api/auth/user", { data: { bio: "Salty since 1998." } });
  const { page } = ana;
  await page.goto("/members");
  await expect(page.getByRole("heading", { name: "The Crew", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("The Crew · Swellmates");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(0)).toContainText("Ana Berg");
  await expect(cards.nth(0)).toContainText("Salty since 1998.");
  await expect(cards.nth(0)).toContainText("You");
  await expect(cards.nth(1)).toContainText("Bo Berg");
  const stats = page.getByRole("region", { name: "Crew Stats" });
  await expect(stats.getByRole("term")).toHaveText(["Total Members", "Active Trips", "Award Categories"]);
  await expect(stats.getByRole("definition")).toHaveText(["2", "1", "2"]);
  await cards.nth(1).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Bo Berg", level: 1 })).toBeVisible();
});

test("a large crew is sorted by name and loads more on request", async ({ open, server }) => {
  const { page } = await open("Ana");
  await addCrowd(server, await seedTrip([page.request], 0), 70);
  await page.goto("/members");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(60);
  await page.getByRole("button", { name: "Show More" }).focus();
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(71);
  await expect(cards.last()).toContainText("Friend 70 Swell");
  await expect(page.getByRole("button", { name: "Show More" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Crew Stats" }).getByRole("definition").first()).toHaveText("71");
});

test("members after the first page that did not load can be loaded again", async ({ openInTrouble, server }) => {
  const { page } = await openInTrouble("Ana");
  await addCrowd(server, await seedTrip([page.request], 0), 70);
  // A hint would load the list again, and the alert would go.
  await page.route(/\/api\/live/, (route) => route.abort());
  await page.goto("/members");
  const more = page.getByRole("button", { name: "Show More" });
  const nextPage = /\/api\/all-members\?cursor=/;
  await page.route(nextPage, (route) => route.abort());
  await more.click();
  await expect(page.getByRole("alert")).toHaveText("More members did not load.");
  await page.unroute(nextPage);
  await more.click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(71);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the members page of a person alone says so", async ({ open }) => {
  const { page } = await open("Ana");
  await register(page.request, "Ana");
  await page.goto("/members");
  await expect(page.getByText("No crew members found")).toBeVisible();
  await expect(page.getByText("Join a trip to see other members!")).toBeVisible();
  await expect(page.getByRole("region", { name: "Crew Stats" }).getByRole("definition")).toHaveText(["1", "0", "0"]);
});

test("members that did not load can be loaded again", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page } = await openInTrouble("Ana");
  await register(page.request, "Ana");
  await page.goto("/profile");
  await trouble.noTable("trip_members", async () => {
    await page.goto("/members");
    await expect(page.getByText("The crew did not come through")).toBeVisible();
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("No crew members found")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/members");
  await expect(page).toHaveURL(/\/auth\?return=%2Fmembers$/);
});
