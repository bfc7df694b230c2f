import type { BrowserContextOptions, Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { addCrowd, behindTheScenes } from "../behind-the-scenes.ts";
import { expect, phone, desktop, test } from "../fixtures.ts";
import { addressOfPage, memberScreens, visitorScreens } from "../screens.ts";
import { makeNamesLong, register, seedTrip, send } from "../seed.ts";

test.use({ alone: "screens" });

const looks: Record<string, BrowserContextOptions> = {
  "a phone in the light": { ...phone, colorScheme: "light" },
  "a phone in the dark": { ...phone, colorScheme: "dark" },
  "a desktop in the light": { ...desktop, colorScheme: "light" },
  "a desktop in the dark": { ...desktop, colorScheme: "dark" },
};

const letters = (page: Page, percent: number) =>
  page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);

async function inspectAll(page: Page, screens: Record<string, string>) {
  for (const [name, url] of Object.entries(screens)) {
    await page.goto(url);
    await expectAccessible(page, name);
    await expectNoSideways(page, name);
    await expect(page).toHaveTitle(/Swellmates/);
  }
}

for (const [look, options] of Object.entries(looks)) {
  const tag = look === "a phone in the light" ? [] : "@long";
  test(`every member screen is accessible on ${look}, with a crew of 30`, { tag }, async ({ open, server }) => {
    const [ana, bo] = [await open("Ana", options), await open("Bo", options)];
    const seed = await seedTrip([ana.page.request, bo.page.request], 4);
    await addCrowd(server, seed, 28);
    await inspectAll(ana.page, memberScreens(seed));
  });

  test(`the not-found page is accessible on ${look}`, { tag }, async ({ openInTrouble }) => {
    // The browser logs the 404.
    const { page } = await openInTrouble("Ana", options);
    await register(page.request, "Ana");
    await inspectAll(page, { nowhere: "/nowhere" });
  });

  test(`every visitor screen is accessible on ${look}`, { tag }, async ({ open }) => {
    const [ana, visitor] = [await open("Ana", options), await open("Visitor", options)];
    await inspectAll(visitor.page, visitorScreens(await seedTrip([ana.page.request], 4)));
  });
}

test("long names push nothing off a phone or a page with large letters", async ({ open, server }) => {
  const [ana, bo, cleo, long] = [await open("Ana", phone), await open("Bo"), await open("Cleo"), await open("Long")];
  const { page } = ana;
  const seed = await seedTrip([page.request, bo.page.request, cleo.page.request], 1);
  await makeNamesLong(seed, page.request, long.page.request);
  for (const [name, url] of [
    ...Object.entries(memberScreens(seed)),
    ["join", addressOfPage("joinSquad", seed)] as const,
  ]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSideways(page, `${name}, long names`);
  }
  const size = page.viewportSize()!;
  for (const url of [`/trips/${seed.trip}/awards`, `/trips/${seed.trip}/leaderboard`, `/squads/${seed.squad}`]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.setViewportSize({ width: 640, height: 900 });
    await letters(page, 200);
    await expectNoSideways(page, `${url}, large letters`, 640);
    await page.setViewportSize(size);
  }

  const forms = ["?open=edit", "?open=invite", "?open=crew", "?open=categories"].map(
    (open) => `/trips/${seed.trip}${open}`,
  );
  for (const url of [...forms, `/squads/${seed.squad}?open=trip`, `/squads/${seed.squad}?open=edit`]) {
    await page.goto(url);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoSideways(page, `${url}, long names`);
  }
  await page.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(page, "Manage Members");
  const remove = page.getByRole("dialog", { name: "Manage Members" }).getByRole("button", { name: /^Remove/ });
  await expect(remove).toHaveCount(3);
  await expectNoSideways(page, "manage members, long names");
  const vote = `/api/categories/${seed.categories[1]}/vote`;
  await behindTheScenes(server, "update trip_members set joined_at = now() - interval '1 day' where trip_id = $1", [
    seed.trip,
  ]);
  for (const { request } of [bo.page, cleo.page, long.page])
    await send(request, "POST", vote, { nomineeId: seed.crew[0]!["id"] });
  await page.goto(`/trips/${seed.trip}/awards`);
  await page
    .getByRole("button", { name: /^More about / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Close voting" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectNoSideways(page, "close the vote, long names");
});
