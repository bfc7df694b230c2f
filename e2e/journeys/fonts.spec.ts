import type { Page } from "@playwright/test";
import { desktop, expect, test } from "../fixtures.ts";
import { register } from "../seed.ts";

/** Opens a page and returns the names of the fonts that it loads. */
async function fontsOf(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/([a-z-]+)-[^/]*\.woff2$/.exec(name)?.slice(1) ?? []),
  );
  return names.toSorted();
}

test("pages load the fonts of common letters, and rarer ones for a name that has them", async ({ open }) => {
  const { page } = await open("Ana", desktop);
  expect(await fontsOf(page, "/")).toEqual(["bricolage", "figtree"]);
  await register(page.request, "Ana", "Łukaszewska");
  expect(await fontsOf(page, "/profile")).toEqual(["bricolage", "bricolage-extended", "figtree"]);
});

// Chromium makes a stand-in for each face of a family that has not loaded, which takes longer than the layout of the page.
test("a font that loads on demand is alone in its family", async ({ open }) => {
  const { page } = await open("Ana", desktop);
  await page.goto("/");
  const faces = await page.evaluate(() =>
    [...document.fonts].map(({ family, unicodeRange }) => ({ family, isOnDemand: unicodeRange !== "U+0-10FFFF" })),
  );
  const onDemand = faces.filter(({ isOnDemand }) => isOnDemand).map(({ family }) => family);
  expect(onDemand).toHaveLength(2);
  for (const one of onDemand) expect(faces.filter(({ family }) => family === one)).toHaveLength(1);
});
