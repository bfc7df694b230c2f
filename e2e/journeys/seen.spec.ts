import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { photo } from "../app.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { addPhoto, photosReady, seedTrip, send } from "../seed.ts";
import type { RunningServer } from "../server.ts";
import { expectToast } from "../toast.ts";

type Open = (name: string, options?: typeof phone) => Promise<Person>;

const line = (page: Page) => page.locator("#gallery").getByRole("group", { name: /^New since/ });
const tiles = (page: Page) => page.locator("#gallery a[data-photo]");
const marks = (page: Page) => tiles(page).getByText("New", { exact: true });
const chips = (page: Page) => page.locator("main").getByText(/^\d+ new photos$/);

/** A trip with eight photos, half of them by Ana. Bo joined three days ago, and has it open on two devices. */
async function bosDevices(open: Open, server: RunningServer) {
  const ana = (await open("Ana")).page;
  const [one, two] = [(await open("Bo", phone)).page, (await open("Bo", desktop)).page];
  const seed = await seedTrip([ana.request, one.request]);
  const { email } = seed.crew[1]!;
  await send(two.request, "POST", "/api/login", { email, password: "Bo-likes-waves" });
  await behindTheScenes(server, "update squad_members set joined_at = now() - interval '3 days' where squad_id = $1", [
    seed.squad,
  ]);
  await photosReady(ana.request, seed.trip);
  return { ana, one, two, seed, trip: `/trips/${seed.trip}` };
}

/** Has the gallery before the viewer for as long as a look takes. */
async function look(page: Page) {
  await tiles(page).first().scrollIntoViewIfNeeded();
  await page.waitForTimeout(3500);
}

test("what is new shows on cards and in the gallery until it is seen, on each device", async ({ open, server }) => {
  const { ana, one, two, seed, trip } = await bosDevices(open, server);
  await two.goto("/");
  // The trip in the head and its card, and the squad.
  await expect(chips(two)).toHaveText(["4 new photos", "4 new photos", "4 new photos"]);
  await one.goto(trip);
  await expect(line(one)).toContainText(/New since \w+day/);
  await expect(marks(one)).toHaveCount(4);
  await expectFitForAll(one, "the gallery with new photos");

  await test.step("only what is new", async () => {
    await line(one).getByRole("button", { name: "Only New" }).click();
    await expect(tiles(one)).toHaveCount(4);
    await one.reload();
    await expect(tiles(one)).toHaveCount(4);
    await line(one).getByRole("button", { name: "Only New" }).click();
    await expect(tiles(one)).toHaveCount(8);
  });

  await test.step("one tap", async () => {
    await line(one).getByRole("button", { name: "Seen" }).click();
    await expectToast(one, "Seen");
    await expect(line(one)).toBeHidden();
    await expect(marks(one)).toHaveCount(0);
    await expect(chips(two)).toHaveCount(0);
    await two.goto(`/squads/${seed.squad}`);
    await two.mouse.wheel(0, 800);
    await expect(two.getByRole("heading", { name: "Gallery 8" })).toBeVisible();
    await expect(line(two)).toHaveCount(0);
  });

  await test.step("a photo that comes meanwhile is new on both", async () => {
    await addPhoto(ana.request, seed.trip, photo("late.png", [9, 99, 199]));
    for (const page of [one, two]) {
      await expect(line(page)).toContainText("1 photo");
      await expect(marks(page)).toHaveCount(1);
    }
    await line(two).getByRole("button", { name: "Seen" }).click();
    for (const page of [one, two]) await expect(line(page)).toHaveCount(0);
  });
});

test("somebody who looks and leaves has seen it, and a reload is no leaving", async ({ open, server }) => {
  const { one, two, trip } = await bosDevices(open, server);
  await one.goto(trip);
  await look(one);
  await expect(marks(one)).toHaveCount(4);
  await one.reload();
  await expect(line(one)).toContainText("4 photos");
  await expect(marks(one)).toHaveCount(4);
  await two.goto("/");
  await expect(chips(two)).toHaveCount(0);

  await one.getByRole("link", { name: "Dawn Patrol" }).first().click();
  await expect(one).toHaveURL(/squads/);
  await one.goBack();
  await expect(tiles(one).first()).toBeVisible();
  await expect(line(one)).toHaveCount(0);
});

test("a glance is no look, and a lost line leaves photos new", async ({ openInTrouble, server }) => {
  const { one, trip } = await bosDevices(openInTrouble, server);
  await one.goto(trip);
  await expect(line(one)).toBeVisible();
  await one.goto("/");
  await expect(chips(one).first()).toHaveText("4 new photos");

  await one.goto(trip);
  await one.route("**/seen", (route) => route.abort());
  await line(one).getByRole("button", { name: "Seen" }).focus();
  await one.keyboard.press("Enter");
  await expectToast(one, "Not marked as seen");
  await expect(line(one)).toBeVisible();
  await expect(marks(one)).toHaveCount(4);
  await one.unroute("**/seen");
});
