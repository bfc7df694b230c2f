import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showPlaceholder } from "./placeholders.ts";

const thumbhash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";
const image = (loaded: Partial<HTMLImageElement> = {}) =>
  ({ complete: false, naturalWidth: 0, style: { backgroundImage: "" }, ...loaded }) as HTMLImageElement;
const shown = (one: HTMLImageElement) => one.style.backgroundImage.startsWith('url("data:image/png');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each placeholder is drawn in a task of its own", () => {
  const images = [image(), image(), image()];
  for (const one of images) showPlaceholder(one, thumbhash);
  expect(images.map(shown)).toEqual([false, false, false]);
  vi.advanceTimersToNextTimer();
  expect(images.map(shown)).toEqual([true, false, false]);
  vi.runAllTimers();
  expect(images.map(shown)).toEqual([true, true, true]);
});

test("a photo that has loaded gets none, and one that failed keeps it", () => {
  const [loaded, failed] = [image({ complete: true, naturalWidth: 400 }), image({ complete: true, naturalWidth: 1 })];
  showPlaceholder(loaded, thumbhash);
  showPlaceholder(failed, thumbhash);
  vi.runAllTimers();
  expect([shown(loaded), shown(failed)]).toEqual([false, true]);
});

test("a text that is no ThumbHash shows nothing", () => {
  const one = image();
  showPlaceholder(one, "?");
  vi.runAllTimers();
  expect(one.style.backgroundImage).toBe("");
});

test("a photo that is gone, or shows another picture, loses its placeholder", () => {
  const [gone, early] = [image(), image()];
  const take = showPlaceholder(gone, thumbhash);
  vi.runAllTimers();
  take();
  showPlaceholder(early, thumbhash)();
  vi.runAllTimers();
  expect([gone, early].map(shown)).toEqual([false, false]);
});
