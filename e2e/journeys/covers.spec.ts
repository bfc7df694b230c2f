import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { photo } from "../app.ts";
import { drawnScenes } from "../drawn-scenes.ts";
import { seedTrip, send } from "../seed.ts";

const svg = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
const plain = (paint: string) =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450"><defs><pattern id="p" width="14" height="14"
    patternUnits="userSpaceOnUse"><path fill="#000" d="M0 0h14v14H0z"/><path fill="#fff" d="M0 0h7v7H0zM7 7h7v7H7z"/></pattern></defs>
    <path fill="${paint}" d="M0 0h600v450H0z"/></svg>`);
const drawings = [...drawnScenes].map(([name, text]) => [name, svg(text)] as const);
const extremes = [
  ["white", plain("#fff")],
  ["black", plain("#000")],
  ["busy", plain("url(#p)")],
] as const;

/** The relative luminances (WCAG 2.2) of the pixels of a screenshot. */
async function luminancesOf(screenshot: Buffer): Promise<number[]> {
  const { data } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const linear = Array.from({ length: 256 }, (_, byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return Array.from(
    { length: data.length / 3 },
    (_, i) => 0.2126 * linear[data[i * 3]!]! + 0.7152 * linear[data[i * 3 + 1]!]! + 0.0722 * linear[data[i * 3 + 2]!]!,
  );
}

async function show(picture: Locator, src: string) {
  await picture.evaluate(async (img: HTMLImageElement, shown) => {
    img.src = shown;
    await img.decode();
  }, src);
}

/** The smallest contrast between white letters and the pixels below the lines of these words. */
async function contrastBelow(page: Page, words: Locator): Promise<number> {
  const rects = await words.evaluateAll((all) =>
    all.flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      // The lines that a clamp hides stand below its box.
      const { bottom } = one.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(({ y, height }) => y + height / 2 < bottom);
      return lines.map(({ x, y, width, height }) => ({ x, y, width, height }));
    }),
  );
  expect(rects.length).toBeGreaterThan(1);
  const brightest: number[] = [];
  for (const clip of rects.filter(({ width, height }) => width >= 1 && height >= 1)) {
    const luminances = await luminancesOf(await page.screenshot({ clip }));
    brightest.push(luminances.reduce((most, one) => Math.max(most, one), 0));
  }
  return 1.05 / (Math.max(...brightest) + 0.05);
}

/** Long, because it looks at 26 pictures on two pages at four widths. The quick run computes the shade on white in contrast.test.ts. */
test("words on any cover have a contrast of 4.5 by day and by night", { tag: "@long" }, async ({ open }) => {
  test.slow();
  const { page } = await open("Ana");
  const { trip, squad } = await seedTrip([page.request], 0);
  const { startDate, endDate } = await send(page.request, "GET", `/api/trips/${trip}`).then(
    (answer) => answer["trip"] as unknown as Record<string, string>,
  );
  const name = "Two weeks of coffee, wax and waiting for the wind to turn";
  await send(page.request, "PUT", `/api/trips/${trip}`, { name, location: "Ericeira, Portugal", startDate, endDate });
  const pages = [
    [`/trips/${trip}`, "name, place, squad and hashtags", 4],
    [`/squads/${squad}`, "name and counts", 2],
  ] as const;
  for (const [url, what, count] of pages) {
    await page.goto(url);
    const cover = page.locator("main header img").first();
    const words = page.locator("main header").first().locator("h1, h1 ~ p, h1 ~ a");
    await expect(words, what).toHaveCount(count);
    // The shade stays without the letters.
    const letters = ["h1", "h1 ~ p", "h1 ~ p *", "h1 ~ a"].map((one) => `main header ${one}`);
    await page.addStyleTag({ content: `${letters.join()} { color: transparent !important; }` });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [picture, title] = [await cover.boundingBox(), await words.first().boundingBox()];
      expect(title!.y, `words stand below the picture at ${width} px`).toBeGreaterThan(picture!.y + picture!.height);
    }
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [drawing, src] of [...drawings, ...extremes]) {
          await show(cover, src);
          const contrast = await contrastBelow(page, words);
          expect(contrast, `${drawing}, ${colorScheme}, ${width} px`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  }
});

test("the shade of words leaves the right of a cover as it is", async ({ open }) => {
  const { page } = await open("Ana");
  const { trip, squad } = await seedTrip([page.request], 0);
  for (const url of [`/trips/${trip}`, `/squads/${squad}`]) {
    await page.goto(url);
    const cover = page.locator("main header img").first();
    await show(cover, extremes[0][1]);
    const { x, y, width, height } = (await cover.boundingBox())!;
    // The right half, and above the date that is stuck on a trip's cover.
    const clip = { x: x + width * 0.6, y: y + 4, width: width * 0.4, height: height * 0.6 };
    const luminances = await luminancesOf(await page.screenshot({ clip }));
    expect(Math.min(...new Set(luminances))).toBe(1);
    // It is three quarters longer than the words, and ebbs away.
    const words = (await page.locator("main header h1").locator("..").boundingBox())!;
    const brightnessAt = async (share: number) => {
      const spot = { x: words.x + words.width * share, y: words.y + words.height / 2, width: 2, height: 2 };
      return Math.min(...(await luminancesOf(await page.screenshot({ clip: spot }))));
    };
    const fading = [await brightnessAt(1.1), await brightnessAt(1.3), await brightnessAt(1.6)];
    expect(fading).toEqual(fading.toSorted((a, b) => a - b));
    expect(fading.at(-1)).toBeLessThan(1);
    expect(await brightnessAt(1.78)).toBe(1);
  }
});

test("drawings have a night in dark mode", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/auth");
  const picture = page.locator("main img").first();
  const brightness = async () => {
    const luminances = await luminancesOf(await picture.screenshot());
    return luminances.reduce((sum, one) => sum + one, 0) / luminances.length;
  };
  for (const [drawing, src] of drawings) {
    await show(picture, src);
    await page.emulateMedia({ colorScheme: "light" });
    const day = await brightness();
    await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
    const chosen = await brightness();
    await page.evaluate(() => delete document.documentElement.dataset["theme"]);
    await page.emulateMedia({ colorScheme: "dark" });
    const night = await brightness();
    expect(night, drawing).toBeLessThan(0.35);
    // The tent stands under a moon already.
    if (drawing !== "camp") expect(night, drawing).toBeLessThan(day);
    expect(chosen, drawing).toBeCloseTo(night);
  }
});

test("a trip wears its most liked photo, and a like changes it on open pages", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { trip } = await seedTrip([ana.page.request, bo.page.request], 3);
  const { page } = ana;
  await page.goto(`/trips/${trip}`);
  const answer = await page.request.get(`/api/trips/${trip}/media`);
  const [liked] = (await answer.json()) as { id: string }[];
  const cover = page.locator("main header img").first();
  // The pictures are made first.
  await expect(cover).toHaveAttribute("src", /^\/objects\/.+\?size=large$/, { timeout: 60_000 });
  await send(bo.page.request, "POST", `/api/media/${liked!.id}/like`, {});
  await expect(cover).toHaveAttribute("src", `/objects/${liked!.id}?size=large`);
  await page.goto("/");
  await expect(page.locator("#trips img, [aria-labelledby=trips] img").first()).toHaveAttribute(
    "src",
    `/objects/${liked!.id}?size=medium`,
  );
});

test("a page loads the cover once, in the size of the screen", async ({ open }) => {
  const ana = await open("Ana");
  const { request } = ana.page;
  const { squad } = await seedTrip([request], 0);
  const { uploadURL } = await send(request, "POST", "/api/objects/upload");
  const { buffer, mimeType } = photo("sea.png", [18, 147, 143], 2400, 1600);
  await request.put(uploadURL!, { data: buffer, headers: { "content-type": mimeType } });
  const { objectPath } = await send(request, "PUT", "/api/squad-photos", { squadPhotoURL: uploadURL });
  await send(request, "PUT", `/api/squads/${squad}`, { name: "Dawn Patrol", photoUrl: objectPath });
  const storageState = await ana.page.context().storageState();
  for (const [size, options] of [
    ["cover", phone],
    ["large", desktop],
  ] as const) {
    const { page } = await open("Ana", { ...options, deviceScaleFactor: 2, storageState });
    const loaded: string[] = [];
    page.on("request", (asked) => {
      const { pathname, searchParams } = new URL(asked.url());
      if (pathname === objectPath) loaded.push(searchParams.get("size") ?? "original");
    });
    await page.goto(`/squads/${squad}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("load");
    expect(loaded).toEqual([size]);
  }
});

test("no two neighbours share a drawing, and no two of a crew share a colour", async ({ open }) => {
  const people = [await open("Ana"), await open("Bo"), await open("Cleo"), await open("Dora")] as const;
  const [ana, ...friends] = people.map(({ page }) => page.request);
  const { trip, squad } = await seedTrip([ana!, ...friends], 0);
  const { page } = people[0];
  for (const month of ["03", "04", "05", "06", "07"]) {
    const [startDate, endDate] = [`2027-${month}-01T00:00:00.000Z`, `2027-${month}-08T00:00:00.000Z`];
    await send(ana!, "POST", "/api/trips", {
      squadId: squad,
      name: `Swell ${month}`,
      location: "Peniche",
      startDate,
      endDate,
    });
  }
  await page.goto(`/squads/${squad}`);
  const cards = page.getByRole("region", { name: "Trips" }).locator("li img");
  await expect(cards).toHaveCount(6);
  const drawn = await cards.evaluateAll((all) => all.map((img) => img.getAttribute("src")));
  const own = await page.locator("main header img").first().getAttribute("src");
  expect(drawn).not.toContain(own);
  for (const [index, drawing] of drawn.entries()) {
    expect(drawn.slice(index + 1, index + 4)).not.toContain(drawing);
  }

  const colorsOf = (faces: Locator) =>
    faces.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  const crew = page.getByRole("region", { name: "The Crew" }).locator("li span[aria-hidden].edge");
  await page.goto(`/trips/${trip}`);
  await expect(crew).toHaveCount(4);
  const colors = await colorsOf(crew);
  expect(new Set(colors).size).toBe(4);
  await page.goto(`/trips/${trip}/awards`);
  const nominees = page.locator("main label > span[aria-hidden].font-display");
  await expect(nominees.first()).toBeVisible();
  expect(new Set(await colorsOf(nominees))).toEqual(new Set(colors));
});
