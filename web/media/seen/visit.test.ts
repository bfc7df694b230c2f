import { expect, test } from "vitest";
import { shownOf } from "./visit.ts";

const [tuesday, thursday, friday] = [
  "2026-11-24T10:00:00.000Z",
  "2026-11-26T10:00:00.000Z",
  "2026-11-27T10:00:00.000Z",
];
const told = { since: tuesday, count: 43, until: thursday };

test("a page that has told its look keeps its line, and counts on", () => {
  expect(shownOf({ count: 0, since: thursday, until: thursday }, told)).toEqual({ since: tuesday, count: 43 });
  expect(shownOf({ count: 2, since: thursday, until: friday }, told)).toEqual({ since: tuesday, count: 45 });
  expect(shownOf({ count: 80, since: thursday, until: friday }, told)).toEqual({ since: tuesday, count: 100 });
});

test("a look on another device ends it", () => {
  expect(shownOf({ count: 0, since: friday, until: friday }, told)).toMatchObject({ since: friday, count: 0 });
});

test("a look that the server never heard of changes nothing", () => {
  expect(shownOf({ count: 43, since: tuesday, until: thursday }, told)).toMatchObject({ since: tuesday, count: 43 });
});
