import { expect, test } from "vitest";
import { eveningTimes, placeOf, shortWhen, whenWords } from "./evening.ts";

/** Clocks of the machine that runs the tests. */
const at = (hour: number, day = 12) => new Date(2026, 6, day, hour);

test("an evening of today is tonight, and earlier hours are today", () => {
  expect(whenWords(at(20).toJSON(), at(9))).toBe("tonight at 20:00");
  expect(whenWords(at(11).toJSON(), at(9))).toBe("today at 11:00");
  expect(whenWords(at(20, 13).toJSON(), at(9))).toBe("tomorrow at 20:00");
  expect(whenWords(at(20, 14).toJSON(), at(9))).toMatch(/^on Tue,? 14 Jul, 20:00$/);
  expect(shortWhen(at(20).toJSON(), at(9))).toBe("tonight, 20:00");
  expect(shortWhen(at(20, 13).toJSON(), at(9))).toBe("tomorrow, 20:00");
  expect(shortWhen(at(20, 14).toJSON(), at(9))).toMatch(/^Tue,? 14 Jul, 20:00$/);
});

test("the time of the plan names its place only where the clocks differ", () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(eveningTimes({ startsAt: at(20).toJSON(), timeZone: here })).toEqual({
    there: expect.stringMatching(/12 Jul, 20:00$/),
    here: null,
  });
  const away = here === "Pacific/Kiritimati" ? "Pacific/Honolulu" : "Pacific/Kiritimati";
  expect(eveningTimes({ startsAt: at(20).toJSON(), timeZone: away })).toEqual({
    there: expect.stringContaining(`${placeOf(away)} time`),
    here: expect.stringMatching(/12 Jul, 20:00$/),
  });
});

test("a zone that the browser does not know gives the viewer's own time", () => {
  const { there, here } = eveningTimes({ startsAt: at(20).toJSON(), timeZone: "Europe/Atlantis" });
  expect(there).toMatch(/12 Jul, 20:00$/);
  expect(here).toBeNull();
});

test("a place is the city of its time zone", () => {
  expect(placeOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  expect(placeOf("UTC")).toBe("UTC");
});
