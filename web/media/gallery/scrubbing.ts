import { type Wall, lastWhere } from "./wall-layout.ts";

/** The range of the middle of the handle in a window of this height, between the bars at its edges, in CSS pixels. */
export const trackOf = (windowHeight: number) => ({ top: 100, bottom: Math.max(200, windowHeight - 120) });

/** The index of the day that is `y` pixels below the top of a wall: the first one of those that share a row. */
export function dayAt({ days }: Wall, y: number): number {
  const last = days[lastWhere(days, ({ top }) => top <= y)];
  return last ? lastWhere(days, ({ top }) => top < last.top) + 1 : 0;
}

const inMonth = (day: string) => day.slice(0, 7);

/** The index of the day to which a key leads: an arrow moves by a day, a page key by a month. Undefined for other keys. */
export function stepDay({ days }: Wall, index: number, key: string): number | undefined {
  const last = days.length - 1;
  const here = inMonth(days[index]?.day ?? "");
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(last, index + 1);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(0, index - 1);
    case "PageDown": {
      const next = days.findIndex(({ day }, i) => i > index && inMonth(day) !== here);
      return next < 0 ? last : next;
    }
    case "PageUp": {
      // The first press leads to the first day of this month, the next one to the month before.
      const first = days.findIndex(({ day }) => inMonth(day) === here);
      if (first < index) return first;
      const before = inMonth(days[first - 1]?.day ?? "");
      return Math.max(
        0,
        days.findIndex(({ day }) => inMonth(day) === before),
      );
    }
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
