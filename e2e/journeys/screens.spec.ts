import type { BrowserContextOptions, Page } from "@playwright/test";
import { expectAccessible, expectNoSideways } from "../accessible.ts";
import { expect, phone, desktop, test } from "../fixtures.ts";
import { memberScreens, seedTrip, visitorScreens } from "../seed.ts";

const looks: Record<string, BrowserContextOptions> = {
  "a phone in the light": { ...phone, colorScheme: "light" },
  "a phone in the dark": { ...phone, colorScheme: "dark" },
  "a desktop in the light": { ...desktop, colorScheme: "light" },
  "a desktop in the dark": { ...desktop, colorScheme: "dark" },
};

async function inspect(page: Page, name: string) {
  await expectAccessible(page, name);
  await expectNoSideways(page, name);
  await expect(page).toHaveTitle(/Swellmates/);
}

for (const [look, options] of Object.entries(looks)) {
  test(`every screen can be read and reached on ${look}`, async ({ open }) => {
    const [ana, bo, visitor] = [await open("Ana", options), await open("Bo", options), await open("Visitor", options)];
    const seed = await seedTrip([ana.page.request, bo.page.request], 4);
    for (const [name, url] of Object.entries(memberScreens(seed))) {
      await ana.page.goto(url);
      await inspect(ana.page, name);
    }
    for (const [name, url] of Object.entries(visitorScreens(seed))) {
      await visitor.page.goto(url);
      await inspect(visitor.page, name);
    }
  });
}
