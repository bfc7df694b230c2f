import { expect, test } from "vitest";
import { chatLine, dayHeld } from "./night-words.ts";

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Clocks of the machine that runs the tests. */
const at = (day: number, hour = 20) => new Date(2026, 6, day, hour);
const night = (day: number, timeZone = here) => ({ startsAt: at(day).toJSON(), timeZone });

test("the line for the chat has the weekday of a near night, else the date", () => {
  const link = "https://waves.example/trips/1/awards";
  expect(chatLine("Ericeira", night(12), link, at(7))).toBe(
    `Awards Night of Ericeira, Sunday 20:00. Vote before: ${link}`,
  );
  expect(chatLine("Ericeira", night(12), link, at(6, 19))).toMatch(
    /^Awards Night of Ericeira, Sun,? 12 Jul, 20:00\. Vote before: https:/,
  );
});

test("the line for the chat has the clock of the plan, and says where that is", () => {
  const away = here === "Pacific/Kiritimati" ? "Pacific/Honolulu" : "Pacific/Kiritimati";
  expect(chatLine("Ericeira", night(12, away), "", at(10))).toMatch(
    /, \w+day \d\d:\d\d, (Kiritimati|Honolulu) time\. Vote/,
  );
});

test("the day of a past night has its year if that is another", () => {
  expect(dayHeld(at(12).toJSON(), here, at(20))).toBe("12 Jul");
  expect(dayHeld(at(12).toJSON(), here, new Date(2027, 0, 2))).toBe("12 Jul 2026");
  const eve = "2026-12-31T23:30:00Z";
  expect(dayHeld(eve, "Pacific/Kiritimati", new Date("2027-06-01"))).toBe("1 Jan");
});
