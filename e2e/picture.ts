import path from "node:path";
import { type Browser, type Page, chromium } from "@playwright/test";
import sharp from "sharp";
import config from "./playwright.config.ts";
import { startServer } from "./server.ts";

/** The picture of the README: the world of `npm run try` on a desk and a phone, light and dark. */
const file = path.resolve(import.meta.dirname, "../docs/screenshot.png");
const desk = { width: 1280, height: 1050 };
const phone = { width: 390, height: 780 };
const whole = { width: 1640, height: 1130 };

const server = await startServer({}, "try/main.ts");
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const parts = [
    await shoot(browser, "dark", desk, "home", { width: 1000, left: 640, top: 0 }),
    await shoot(browser, "light", desk, "trip", { width: 1060, left: 0, top: 120 }),
    await shoot(browser, "light", phone, "awards", { width: 290, left: 1000, top: 540 }),
    await shoot(browser, "dark", phone, "trip", { width: 290, left: 1320, top: 500 }),
  ];
  const empty = { create: { ...whole, channels: 4 as const, background: "#0000" } };
  // A palette keeps the file small, and the drawn photos have few colours.
  await sharp(empty).composite(parts).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
} finally {
  await browser.close();
  await server.dispose();
}

/** Ana's home, or a screen of the trip that goes on, as a picture with round corners and an edge. */
async function shoot(
  from: Browser,
  colorScheme: "light" | "dark",
  viewport: typeof desk,
  screen: "home" | "trip" | "awards",
  at: { readonly width: number; readonly left: number; readonly top: number },
) {
  const context = await from.newContext({
    baseURL: server.url,
    colorScheme,
    viewport,
    locale: "en-GB",
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("#try").getByRole("button", { name: "Ana" }).click();
  const trips = (await (await context.request.get("/api/trips")).json()) as { id: string; isActive: boolean }[];
  const trip = trips.find(({ isActive }) => isActive)!.id;
  await page.goto({ home: "/", trip: `/trips/${trip}`, awards: `/trips/${trip}/awards` }[screen]);
  await page.addStyleTag({ content: "#try { display: none !important; }" });
  await drawn(page);
  const taken = await page.screenshot();
  await context.close();
  const size = { width: at.width, height: Math.round((at.width * viewport.height) / viewport.width) };
  const shape = (style: string) =>
    Buffer.from(
      `<svg width="${size.width}" height="${size.height}"><rect x="1.5" y="1.5" width="${size.width - 3}" height="${size.height - 3}" rx="22" ${style}/></svg>`,
    );
  const input = await sharp(taken)
    .resize(size)
    .composite([
      { input: shape('fill="#fff"'), blend: "dest-in" },
      { input: shape('fill="none" stroke="#0b2530" stroke-width="3"') },
    ])
    .png()
    .toBuffer();
  return { input, left: at.left, top: at.top };
}

/** Waits until nothing loads and every visible picture is drawn. */
async function drawn(page: Page) {
  await page.waitForLoadState("load");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("[aria-busy=true]").length === 0 &&
      [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
  await page.waitForTimeout(3000);
}
