import { describe, expect, test } from "vitest";
import type { Cost } from "#contract/costs.ts";
import {
  balanceWords,
  byDay,
  chatText,
  lineWords,
  paidWords,
  partOf,
  payerWords,
  standingWords,
} from "./room-words.ts";

const names: Readonly<Record<string, string>> = { ana: "Ana", ben: "Ben", me: "You" };
const nameOf = (id: string) => names[id] ?? "Former crew member";

test("a balance is told as what one gets back or owes", () => {
  expect(balanceWords(4210, "EUR")).toBe("You get back €42.10");
  expect(balanceWords(-1820, "EUR")).toBe("You owe €18.20");
  expect(balanceWords(0, "EUR")).toBe("You are even");
  expect(balanceWords(0, null)).toBe("You are even");
  expect(balanceWords(-1234, "KWD")).toBe("You owe KWD\u00a01.234");
  expect(standingWords(1200, "JPY")).toBe("gets JP¥1,200");
  expect(standingWords(-5, "EUR")).toBe("owes €0.05");
  expect(standingWords(0, "EUR")).toBe("even");
});

test("a line of the plan speaks to its reader", () => {
  const words = (from: string, to: string) => lineWords({ from, to, amount: 4210 }, nameOf, "me", "EUR");
  expect(words("ben", "ana")).toBe("Ben pays Ana €42.10");
  expect(words("me", "ana")).toBe("You pay Ana €42.10");
  expect(words("ben", "me")).toBe("Ben pays you €42.10");
  expect(paidWords({ from: "me", to: "ana", amount: 5 }, nameOf, "me", "EUR")).toBe("You paid Ana €0.05");
  expect(paidWords({ from: "gone", to: "me", amount: 5 }, nameOf, "me", "EUR")).toBe(
    "Former crew member paid you €0.05",
  );
});

test("the text for the chat names everybody, and leads to the room", () => {
  const books = {
    currency: "EUR",
    settle: [
      { from: "ben", to: "ana", amount: 4210 },
      { from: "ben", to: "gone", amount: 100 },
    ],
  };
  expect(chatText("Ericeira ’26", books, nameOf, "https://surf.example/trips/1/costs")).toBe(
    [
      "Settling up for Ericeira ’26:",
      "• Ben pays Ana €42.10",
      "• Ben pays Former crew member €1.00",
      "https://surf.example/trips/1/costs",
    ].join("\n"),
  );
});

const cost = (id: string, day: string) => ({ id, day, shares: [{ personId: "ana", weight: 1, share: 300 }] }) as Cost;

test("a line of the list names one or two payers, and counts more", () => {
  const by = (...ids: string[]) => ids.map((personId) => ({ personId, amount: 1, tripAmount: 1 }));
  expect(payerWords({ amount: 1, payers: by("ana") }, nameOf)).toBe("Ana paid");
  expect(payerWords({ amount: 2, payers: by("ana", "me") }, nameOf)).toBe("You and Ana paid");
  expect(payerWords({ amount: 3, payers: by("ana", "ben", "me") }, nameOf)).toBe("You and 2 others paid");
  expect(payerWords({ amount: -1, payers: by("ben") }, nameOf)).toBe("Ben got it back");
});

test("the viewer's part is their share, and nothing where they have none", () => {
  expect(partOf(cost("1", "2026-07-04"), "ana")).toBe(300);
  expect(partOf(cost("1", "2026-07-04"), "ben")).toBeUndefined();
});

describe("the costs of two pages", () => {
  test("stand under their days, each once", () => {
    const [a, b, c] = [cost("a", "2026-07-05"), cost("b", "2026-07-04"), cost("c", "2026-07-04")];
    expect(byDay([a, b, b, c])).toEqual([
      { day: "2026-07-05", costs: [a] },
      { day: "2026-07-04", costs: [b, c] },
    ]);
    expect(byDay([])).toEqual([]);
  });
});
