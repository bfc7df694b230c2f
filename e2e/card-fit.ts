import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

export const phoneSizes: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
];
export const wideSizes: readonly Size[] = [
  { width: 1366, height: 657 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** Expects that each word, face and picture of a show's present card is seen whole at these sizes: inside the screen, under no button. */
export async function expectCardWhole(page: Page, name: string, sizes: readonly Size[]): Promise<void> {
  const before = page.viewportSize()!;
  // A TV fills its screen, and a window that does has no other size.
  await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  for (const size of sizes) {
    await page.setViewportSize(size);
    const message = `${name} at ${size.width} × ${size.height}`;
    await expect.poll(() => page.evaluate(cutParts), { message }).toEqual([]);
  }
  await page.setViewportSize(before);
}

/** Returns the parts of the card that are cut off or covered. A table may scroll, so only its frame must be whole. */
function cutParts(): string[] {
  const card = [...document.querySelectorAll(".show-card:not(.show-leaving)")].at(-1);
  if (!card) return ["no card"];
  for (const animation of card.getAnimations({ subtree: true })) animation.finish();
  const place = card.getBoundingClientRect();
  const bars = [...document.querySelectorAll("[data-foot] > *")].map((bar) => bar.getBoundingClientRect());
  const table = card.querySelector(".show-table");
  const mayScroll = (part: Element) =>
    table !== null && table !== part && table.contains(part) && table.scrollHeight > table.clientHeight;
  const isCut = (part: Element) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    if (width < 2 || mayScroll(part)) return false;
    const isOut =
      left < 0 ||
      right > innerWidth ||
      top < Math.max(0, place.top - 1) ||
      bottom > Math.min(innerHeight, place.bottom + 1);
    return isOut || bars.some((bar) => left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top);
  };
  const parts = [
    ...card.querySelectorAll(
      "p, h1, h2, b, li, img, figure, blockquote, button, a, .show-face, .show-sticker, .show-table",
    ),
  ].filter((part) => !part.closest(".show-drum"));
  const isTiny = (part: Element) => parseFloat(getComputedStyle(part).fontSize) < 9;
  const tiny = parts.filter((part) => part.matches("b, p, h2") && isTiny(part));
  return [...parts.filter(isCut), ...tiny].map((part) => part.outerHTML.slice(0, 120));
}
