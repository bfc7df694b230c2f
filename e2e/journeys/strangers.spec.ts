import { expect, phone, test } from "../fixtures.ts";
import { register, seedTrip, send } from "../seed.ts";

test("a stranger of a public squad finds sensible pages about its awards and night", async ({
  open,
  openInTrouble,
}) => {
  const ana = await open("Ana");
  const { squad, trip } = await seedTrip([ana.page.request], 0);
  await send(ana.page.request, "PUT", `/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await send(ana.page.request, "POST", `/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  // The ballot refuses its first question.
  const { page } = await openInTrouble("Zoe", phone);
  await register(page.request, "Zoe");

  await page.goto(`/trips/${trip}`);
  await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
  await expect(page.getByText(/Awards Night|Vote on Awards|have voted|are done/i)).toHaveCount(0);
  await page.goto(`/trips/${trip}/night`);
  await expect(page.getByText("Awards Night is for the squad")).toBeVisible();
  await page.goto(`/trips/${trip}/awards`);
  await expect(page.getByRole("heading", { name: "The ballot is for the squad" })).toBeVisible();
  await page.getByRole("link", { name: "See the Results" }).click();
  await expect(page.getByRole("heading", { name: "Current Leaderboards" })).toBeVisible();
});
