import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { expect, phone, desktop, test } from "./fixtures.ts";
import { memberScreens, seedTrip, visitorScreens } from "./seed.ts";

const looks: Record<string, BrowserContextOptions> = {
  "a phone in the light": { ...phone, colorScheme: "light" },
  "a phone in the dark": { ...phone, colorScheme: "dark" },
  "a desktop in the light": { ...desktop, colorScheme: "light" },
  "a desktop in the dark": { ...desktop, colorScheme: "dark" },
};

/** What anyone can read, reach and scroll: WCAG 2.2 A and AA, and nothing that runs off the side at 320 px. */
async function inspect(page: Page, name: string) {
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
  // Colours are judged when they have come to rest.
  await page.waitForTimeout(600);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: size.height });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${name} at 320 px` }).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
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
