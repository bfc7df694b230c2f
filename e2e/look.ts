import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "@playwright/test";
import sharp from "sharp";
import config from "./playwright.config.ts";
import type { ShowState } from "#contract/nights.ts";
import { drawnScenes } from "./drawn-scenes.ts";
import { seedNight } from "./seed-night.ts";
import { adminScreens, memberScreens, visitorScreens } from "./screens.ts";
import { type Seed, photosReady, registerSiteAdmin, seedTrip, send } from "./seed.ts";
import { startServer } from "./server.ts";

/** This script saves screenshots of every screen and of an Awards Night, in this folder: on a phone, a desktop and TVs, light and dark. */
const folder = path.resolve(import.meta.dirname, "../look");
const schemes = ["light", "dark"] as const;
const tvs = { tv: { width: 1920, height: 1080 }, "large-tv": { width: 3840, height: 2160 } };
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
  const ofSite = await browser.newContext({ baseURL: server.url });
  await registerSiteAdmin(server, ofSite.request);
  const siteState = await ofSite.storageState();
  for (const colorScheme of schemes) {
    for (const [device, viewport] of Object.entries(widths)) {
      const options = { baseURL: server.url, colorScheme, viewport, locale: "en-GB" };
      await shoot(
        browser,
        { ...options, storageState: state },
        { ...memberScreens(seed), nowhere: "/nowhere" },
        `${device}-${colorScheme}`,
      );
      await shoot(browser, { ...options, storageState: siteState }, adminScreens, `${device}-${colorScheme}`);
      await shoot(browser, options, visitorScreens(seed), `${device}-${colorScheme}`);
    }
  }
  await shootNight(seed, [ana!, bo!, cleo!, dora!], state);
  process.stdout.write(`Open the pictures in ${path.relative(process.cwd(), folder)}/\n`);
} finally {
  await browser.close();
  await server.dispose();
}

/** The product's drawn covers as photos, each cropped to another shape. */
async function postcards() {
  const shapes = [
    [1500, 1000],
    [900, 1200],
    [1200, 1200],
    [1600, 900],
  ] as const;
  return Promise.all(
    [...drawnScenes].map(async ([name, text], i) => {
      const [width, height] = shapes[i % shapes.length]!;
      const picture = sharp(Buffer.from(text), { density: 200 }).resize(width, height);
      const buffer = await picture.jpeg({ quality: 90 }).toBuffer();
      return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer };
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

/** Plays an Awards Night on all devices at once, and shoots each card when its parts have come. */
async function shootNight(
  seed: Seed,
  crew: Parameters<typeof seedNight>[0],
  storageState: BrowserContextOptions["storageState"],
) {
  const night = await seedNight(crew, seed);
  const { code } = await send(crew[0], "POST", `${night}/tv-code`, {});
  const pages = new Map<string, Page>();
  for (const colorScheme of schemes) {
    for (const [device, viewport] of Object.entries({ ...widths, ...tvs })) {
      const options = { baseURL: server.url, colorScheme, viewport, locale: "en-GB" };
      const isTv = device in tvs;
      const context = await browser.newContext({ ...options, ...(!isTv && { storageState }) });
      const page = await context.newPage();
      await page.goto(isTv ? "/tv" : `/trips/${seed.trip}/night`);
      if (isTv) await page.getByLabel("Code").pressSequentially(code!);
      await page
        .getByText(isTv ? "Ericeira" : "The envelopes are sealed")
        .first()
        .waitFor();
      pages.set(`${device}-${colorScheme}`, page);
    }
  }
  const shootAll = async (name: string) => {
    for (const [device, page] of pages) {
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            ({ effect, playState }) => effect?.getComputedTiming().endTime === Infinity || playState === "finished",
          ),
      );
      await page.screenshot({ path: path.join(folder, `night-${name}-${device}.png`) });
    }
  };
  await shootAll("00-closed");
  let show = (await send(crew[0], "POST", `${night}/start`, {})) as unknown as ShowState;
  for (;;) {
    await Promise.all([...pages.values()].map((page) => page.waitForTimeout(2500)));
    await shootAll(`${String(show.position + 1).padStart(2, "0")}-${show.card.kind}`);
    if (show.isLast) break;
    show = (await send(crew[0], "POST", `${night}/next`, { position: show.position })) as unknown as ShowState;
  }
  for (const page of pages.values()) await page.context().close();
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
