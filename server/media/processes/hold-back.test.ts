import { expect, test } from "vitest";
import { Problem } from "../../platform/http/problem.ts";
import { openHoldBack } from "./hold-back.ts";
import { minuteMs } from "../../platform/durations.ts";

test("after three costly files in ten minutes a person waits, and nobody else", () => {
  let now = 0;
  const { demand, note } = openHoldBack(() => now);
  for (const minute of [0, 4, 8]) {
    now = minute * minuteMs;
    demand("mal");
    note("mal");
  }
  expect(() => demand("mal")).toThrow(Problem);
  expect(() => demand("mal")).toThrow(
    expect.objectContaining({ code: "too_many_requests", extra: { retryAfter: 120 } }),
  );
  demand("ana");
  now = 10 * minuteMs;
  demand("mal");
  note("mal");
  expect(() => demand("mal")).toThrow(expect.objectContaining({ extra: { retryAfter: 240 } }));
});
