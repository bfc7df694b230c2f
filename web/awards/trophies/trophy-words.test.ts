import { expect, test } from "vitest";
import type { Person } from "#contract/people.ts";
import type { Trophy } from "#contract/titles.ts";
import { engravingOf, spokenOf, winnersOf } from "./trophy-words.ts";

const person = (firstName: string): Person => ({
  id: firstName,
  firstName,
  lastName: "Berg",
  bio: null,
  profileImageUrl: null,
});
const trophy = (winners: readonly (Person | null)[], more: Partial<Trophy> = {}): Trophy => ({
  category: { id: "c", name: "Best Wipeout", icon: "", color: "blue" },
  trip: { id: "t", name: "Ericeira", year: 2026 },
  winners: [...winners],
  winnerCount: winners.length,
  times: 1,
  titlesInRow: 1,
  receipt: null,
  ...more,
});

test("a cup has the first name of its winner, and the number of those who share it", () => {
  expect(engravingOf(trophy([person("Ana")]))).toBe("Ana");
  expect(engravingOf(trophy([person("Ana"), person("Bo")]))).toBe("Ana +1");
  expect(engravingOf(trophy([null]))).toBe("Former crew member");
});

test("all winners are named, up to those that the answer leaves out", () => {
  expect(winnersOf(trophy([person("Ana"), null]))).toBe("Ana Berg and Former crew member");
  expect(winnersOf(trophy([person("Ana")], { winnerCount: 12 }))).toBe("Ana Berg and 11 more");
});

test("screen readers hear winner, year, titles in a row and whether there is proof", () => {
  expect(spokenOf(trophy([person("Ana")]))).toBe("Ana Berg, 2026");
  expect(spokenOf(trophy([person("Ana")], { titlesInRow: 3, receipt: { text: "Twice", photo: null } }))).toBe(
    "Ana Berg, 2026, 3 titles in a row, with proof",
  );
});
