import { expect, it } from "vitest";
import type { Books, NewCost } from "#contract/costs.ts";
import { withCost, withPayment, withoutCost } from "./changed-books.ts";
import { shownCost } from "./entered-cost.ts";
import { inBooks } from "./in-cache.ts";
import { shownPayment } from "./show-made.ts";
import { booksOf } from "./testing-books.ts";

const dinner: NewCost = {
  key: "11111111-1111-4111-8111-111111111111",
  title: "Dinner",
  day: "2026-07-05",
  category: "food",
  amount: 1000,
  currency: "EUR",
  payers: [{ personId: "ana", amount: 1000 }],
  split: "equal",
  // Not in the order of the books.
  people: ["cleo", "ana", "bo"].map((personId) => ({ personId, weight: 1 })),
};
const shown = (cost: NewCost, books: Books) =>
  shownCost(cost, books, { id: cost.key, tripId: "trip", writtenBy: "ana" })!;
const sum = (books: Books) => books.balances.reduce((all, { balance }) => all + balance, 0);

it("a cost changes balances, totals and the plan, and taking it out puts all back", () => {
  const empty = booksOf(["ana", "bo", "cleo"]);
  const cost = shown(dinner, empty);
  expect(cost.shares.map(({ personId }) => personId)).toEqual(["ana", "bo", "cleo"]);
  expect(cost.shares.reduce((all, { share }) => all + share, 0)).toBe(1000);
  const books = withCost(empty, cost);
  expect(books).toMatchObject({ currency: "EUR", count: 1, found: 1, totals: { trip: 1000 } });
  expect(books.totals.categories).toEqual([{ category: "food", amount: 1000 }]);
  expect(sum(books)).toBe(0);
  expect(books.settle.map(({ from, to }) => [from, to])).toEqual([
    ["bo", "ana"],
    ["cleo", "ana"],
  ]);
  expect(withCost(books, cost)).toBe(books);
  const back = withoutCost(books, cost.key);
  expect(back).toMatchObject({ count: 0, totals: { trip: 0, categories: [] }, settle: [], costs: [] });
  expect(back.balances.every(({ balance, paid, share }) => balance === 0 && paid === 0 && share === 0)).toBe(true);
  expect(withoutCost(back, cost.key)).toBe(back);
});

it("a payment along a line takes that line and touches no other", () => {
  const empty = booksOf(["ana", "bo", "cleo"]);
  const books = withCost(empty, shown(dinner, empty));
  const [line, other] = books.settle;
  const payment = shownPayment({ key: "22222222-2222-4222-8222-222222222222", ...line! });
  const paid = withPayment(books, payment);
  expect(paid.settle).toEqual([other]);
  expect(sum(paid)).toBe(0);
  expect(withPayment(paid, payment)).toBe(paid);
});

it("a list of one person or category gets only its costs, also on a later page", () => {
  const empty = booksOf(["ana", "bo", "cleo", "dora"]);
  const cost = shown(dinner, empty);
  const add = (books: Books, isShown: (one: typeof cost) => boolean) => (isShown(cost) ? withCost(books, cost) : books);
  const listed = (person: string, category: string) =>
    inBooks(["trip", "trip", "costs", person, category], empty, add) !== empty;
  expect([listed("", ""), listed("ana", "food"), listed("dora", ""), listed("", "fun")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const pages = {
    pages: [
      { ...empty, count: 1 },
      { ...empty, costs: [cost] },
    ],
    pageParams: ["", "2"],
  };
  const without = inBooks(["trip", "trip", "costs"], pages, (books) => withoutCost(books, cost.key));
  expect(without).toMatchObject({ pages: [{ count: 0, costs: [] }, { costs: [] }] });
});
