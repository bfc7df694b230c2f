import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { squeezeOf, tallest } from "./squeeze.ts";
import { openView } from "./use-view.ts";

const windowHeight = 800;
const million = 44_000_000;

/** A page whose only element is the wall. */
let scrolled: number;
let follow: () => void;
const scroll = (by: number) => {
  scrolled += by;
  follow();
};
beforeEach(() => {
  vi.useFakeTimers();
  [scrolled, follow] = [0, () => {}];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("innerHeight", windowHeight);
  vi.stubGlobal("scrollBy", ({ top }: { top: number }) => scroll(top));
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (follow = listener));
  vi.stubGlobal("removeEventListener", () => (follow = () => {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function viewOf(height: number) {
  const view = openView({ current: { getBoundingClientRect: () => ({ top: -scrolled }) } as HTMLElement });
  view.fit(height);
  view.listen();
  return view;
}

it("shows of an ordinary wall what the page has scrolled to", () => {
  const view = viewOf(tallest);
  for (const by of [100, 5_000_000, -300]) scroll(by);
  expect([view.now(), view.shift()]).toEqual([scrolled, 0]);
  view.scrollTo(70_000);
  expect([view.now(), scrolled]).toEqual([70_000, 70_000]);
});

it("moves a tall wall pixel by pixel under the hand, and brings the page along once it rests", () => {
  const view = viewOf(million);
  view.scrollTo(20_000_000);
  expect(view.now()).toBeCloseTo(20_000_000);
  for (let n = 1; n <= 50; n++) {
    scroll(100);
    expect(view.now()).toBeCloseTo(20_000_000 + n * 100);
  }
  const page = scrolled;
  vi.advanceTimersByTime(1000);
  expect(scrolled).not.toBe(page);
  expect(scrolled).toBeCloseTo(squeezeOf(million).toElement(20_005_000));
  expect(view.now()).toBeCloseTo(20_005_000);
});

it("follows a leap of the scrollbar to the same share of a tall wall, and to its very end", () => {
  const view = viewOf(million);
  scroll(tallest / 2);
  expect(view.now()).toBeCloseTo(million / 2);
  scroll(tallest / 2 - windowHeight);
  expect(view.now()).toBeCloseTo(million - windowHeight);
  vi.advanceTimersByTime(1000);
  expect(view.now()).toBeCloseTo(million - windowHeight);
});

it("comes to the top of a tall wall by hand", () => {
  const view = viewOf(million);
  view.scrollTo(3_000_000);
  for (let n = 1; n <= 2000; n++) {
    scroll(-1500);
    if (n % 10 === 0) vi.advanceTimersByTime(1000);
  }
  for (const place of [view.now(), scrolled, view.shift()]) expect(place).toBeCloseTo(0, 0);
});

it("shows the same when a wall that was restored halfway down is laid out", () => {
  const view = viewOf(0);
  scrolled = 3_000_000;
  view.fit(million);
  expect(view.now()).toBe(3_000_000);
  scroll(100);
  expect(view.now()).toBe(3_000_100);
});
