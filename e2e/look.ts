import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, type Page, chromium } from "@playwright/test";
import sharp from "sharp";
import config from "./playwright.config.ts";
import { memberScreens, photosReady, seedTrip, visitorScreens } from "./seed.ts";
import { startServer } from "./server.ts";

/** This script saves screenshots of every screen at 390 and 1280 px, light and dark, in this folder. */
const folder = path.resolve(import.meta.dirname, "../look");
const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

const server = await startServer();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await mkdir(folder, { recursive: true });
  const contexts = await Promise.all([0, 1, 2, 3].map(() => browser.newContext({ baseURL: server.url })));
  const [ana, bo, cleo, dora] = contexts.map((context) => context.request);
  const seed = await seedTrip([ana!, bo!, cleo!, dora!], await postcards());
  const state = await contexts[0]!.storageState();
  await photosReady(ana!, seed.trip);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [device, viewport] of Object.entries(widths)) {
      const options = { baseURL: server.url, colorScheme, viewport, locale: "en-GB" };
      await shoot(browser, { ...options, storageState: state }, memberScreens(seed), `${device}-${colorScheme}`);
      await shoot(browser, options, visitorScreens(seed), `${device}-${colorScheme}`);
    }
  }
  process.stdout.write(`Open the pictures in ${path.relative(process.cwd(), folder)}/\n`);
} finally {
  await browser.close();
  await server.dispose();
}

/** The product's drawn covers as photos, each cropped to another shape. */
async function postcards() {
  const drawn = path.resolve(import.meta.dirname, "../web/scenes");
  const names = (await readdir(drawn)).filter((name) => name.endsWith(".svg"));
  const shapes = [
    [1500, 1000],
    [900, 1200],
    [1200, 1200],
    [1600, 900],
  ] as const;
  return Promise.all(
    names.map(async (name, i) => {
      const [width, height] = shapes[i % shapes.length]!;
      const picture = sharp(path.join(drawn, name), { density: 200 }).resize(width, height);
      const buffer = await picture.jpeg({ quality: 90 }).toBuffer();
      return { name: name.replace("svg", "jpg"), mimeType: "image/jpeg", buffer };
    }),
  );
}

async function shoot(
  from: Browser,
  options: Parameters<Browser["newContext"]>[0],
  screens: Record<string, string>,
  suffix: string,
) {
  const context = await from.newContext(options);
  const page = await context.newPage();
  for (const [name, url] of Object.entries(screens)) {
    await page.goto(url);
    await still(page);
    await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), fullPage: true });
  }
  await context.close();
}

/** Waits until nothing loads and every visible picture is drawn. */
async function still(page: Page) {
  await page.waitForLoadState("load");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("[aria-busy=true]").length === 0 &&
      [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
  await page.waitForTimeout(400);
}
