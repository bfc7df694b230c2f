import type { BrowserContextOptions, Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { expect, phone, desktop, test } from "../fixtures.ts";
import { memberScreens, seedTrip, visitorScreens } from "../seed.ts";

test.use({ alone: "screens" });

const looks: Record<string, BrowserContextOptions> = {
  "a phone in the light": { ...phone, colorScheme: "light" },
  "a phone in the dark": { ...phone, colorScheme: "dark" },
  "a desktop in the light": { ...desktop, colorScheme: "light" },
  "a desktop in the dark": { ...desktop, colorScheme: "dark" },
};

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
  test(`every member screen is accessible on ${look}`, { tag }, async ({ open }) => {
    const [ana, bo] = [await open("Ana", options), await open("Bo", options)];
    const seed = await seedTrip([ana.page.request, bo.page.request], 4);
    await inspectAll(ana.page, memberScreens(seed));
  });

  test(`every visitor screen is accessible on ${look}`, { tag }, async ({ open }) => {
    const [ana, visitor] = [await open("Ana", options), await open("Visitor", options)];
    await inspectAll(visitor.page, visitorScreens(await seedTrip([ana.page.request], 4)));
  });
}
