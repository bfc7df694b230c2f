import { expect, phone, test, withWorker } from "../fixtures.ts";
import { untilInstalled, untilKept } from "../offline.ts";
import { seedTrip } from "../seed.ts";

test("a trip opens without a connection, also after a restart of its page", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana", withWorker(phone));
  const { trip } = await seedTrip([page.request], 3);
  await page.goto(`/trips/${trip}`);
  await untilInstalled(page);
  await page.goto(`/trips/${trip}`);
  await expect(page.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
  await untilKept(page, new RegExp(`/api/trips/${trip}$`));
  await untilKept(page, /\/objects\//);
  await page.context().setOffline(true);
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`/trips/${trip}`);
  await expect(again.getByRole("heading", { name: "Ericeira ’26" })).toBeVisible();
  await expect(again.getByText(/^Offline, as of \d\d:\d\d$/)).toBeVisible();
});
