import type { Page } from "@playwright/test";

/** Watches the frames of a page from now on. The returned function ends that and tells the longest time between two, in milliseconds. */
export async function watchFrames(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const seen = { longest: 0, last: performance.now(), frame: 0 };
    const look = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.last);
      seen.last = now;
      seen.frame = requestAnimationFrame(look);
    };
    seen.frame = requestAnimationFrame(look);
    return seen;
  });
  return () =>
    watch.evaluate((seen) => {
      cancelAnimationFrame(seen.frame);
      return seen.longest;
    });
}
