import { describe, expect, it } from "vitest";
import type { Books } from "#contract/costs.ts";
import { booksOf } from "../books/testing-books.ts";
import { shownCost } from "../books/entered-cost.ts";
import { type Draft, changesOf, draftOf, inCurrency, newDraft, rebased, withCategory } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { readRate, readShare } from "./typed-numbers.ts";
import { editOf } from "./edit-of.ts";

const key = "11111111-1111-4111-8111-111111111112";
const trip = booksOf(["ana", "bo", "cleo"], "EUR");
const draft = (part: Partial<Draft> = {}, books: Books = trip): Draft => ({
  ...newDraft(books, "ana", { key, day: "2026-07-05" }, undefined),
  title: "Dinner",
  ...part,
});
const read = (part: Partial<Draft>, books: Books = trip) => readDraft(draft(part, books), books);
const faults = (part: Partial<Draft>, books: Books = trip) => read(part, books).faults.map(({ text }) => text);

describe("a new draft", () => {
  it("is paid by the viewer, for all of the crew, in equal parts", () => {
    const { cost, parts } = read({ amount: "10" });
    expect(cost).toMatchObject({ amount: 1000, currency: "EUR", payers: [{ personId: "ana", amount: 1000 }] });
    expect(parts!.shares.map(({ share }) => share).toSorted((a, b) => a - b)).toEqual([333, 333, 334]);
  });

  it("is in the viewer's last currency here, else the trip's, else an offered one", () => {
    const none = booksOf(["ana"]);
    const currencyOf = (books: Books, recent?: string) =>
      newDraft(books, "ana", { key, day: "2026-07-05" }, recent).currency;
    expect(currencyOf(none)).toBe("EUR");
    expect(currencyOf(none, "JPY")).toBe("JPY");
    expect(currencyOf({ ...none, offeredCurrency: "CHF" }, "JPY")).toBe("CHF");
    expect(currencyOf(trip, "JPY")).toBe("EUR");
    const yen = { ...trip, rates: [{ currency: "JPY", rate: "0.0061" }] };
    const { cost } = readDraft(draft({ ...inCurrency(yen, "JPY"), amount: "1200" }, yen), yen);
    const costs = [shownCost(cost!, yen, { id: key, tripId: "trip", writtenBy: "ana" })!];
    expect(currencyOf({ ...yen, costs })).toBe("JPY");
  });

  it("gets the name of a category as its title, until somebody types one", () => {
    const name = (category: string) => category.toUpperCase();
    const food = withCategory(draft({ title: "" }), "food", name);
    expect(food.title).toBe("FOOD");
    expect(withCategory(food, "fun", name).title).toBe("FUN");
    expect(withCategory({ ...food, title: "Pizza" }, "fun", name)).toMatchObject({ title: "Pizza", category: "fun" });
  });
});

describe("what was typed", () => {
  it("is read with a comma and with a point, by the digits of the currency", () => {
    expect(read({ amount: "12,40" }).amount).toBe(1240);
    expect(read({ amount: "1.234,5" }).amount).toBe(123450);
    const yen = { currency: "JPY", rate: "0,0061" };
    expect(read({ ...yen, amount: "2000" })).toMatchObject({
      amount: 2000,
      parts: { tripAmount: 1220, rate: "0.0061" },
    });
    expect(faults({ ...yen, amount: "12,4" })).toEqual(["Yen have no decimals."]);
    const dinars = booksOf(["ana", "bo"], "KWD");
    expect(read({ amount: "1,234", currency: "KWD" }, dinars).amount).toBe(1234);
    expect([readRate("1."), readRate(".5"), readRate("0"), readRate("1e5")]).toEqual([
      "1",
      "0.5",
      { wrong: expect.any(String) },
      { wrong: expect.any(String) },
    ]);
    expect([readShare("1"), readShare("0,5"), readShare("1000"), readShare("1000,01")]).toEqual([
      100,
      50,
      100_000,
      { wrong: "Please enter shares from 0.01 to 1,000" },
    ]);
  });

  it("is money back with the same parts, without a sign in any field", () => {
    const back = read({ amount: "10", isBack: true }).parts!;
    const spent = read({ amount: "10" }).parts!;
    expect(back.shares.map(({ share }) => -share)).toEqual(spent.shares.map(({ share }) => share));
    expect(back.payers[0]!.amount).toBe(-1000);
  });

  it("says what is missing from exact amounts, and what is too much", () => {
    const exact = { split: "exact", amount: "10" } as const;
    expect(faults({ ...exact, exact: { ana: "6,80" } })).toEqual(["€3.20 are missing"]);
    expect(read({ ...exact, exact: { ana: "6.80" } }).left.people).toBe(320);
    expect(faults({ ...exact, exact: { ana: "13.20" } })).toEqual(["€3.20 too much"]);
    const { cost, parts } = read({ ...exact, exact: { ana: "6.80", bo: "3.20" } });
    expect(cost).toMatchObject({ split: "exact" });
    expect(parts!.shares.map(({ share }) => share)).toEqual([680, 320, 0]);
  });

  it("says what is missing from what several people paid", () => {
    const several = { isShared: true, payers: ["ana", "bo"], amount: "10" };
    expect(faults({ ...several, paid: { ana: "6.80" } })).toEqual(["€3.20 are missing from what was paid"]);
    expect(read({ ...several, paid: { ana: "6.80", bo: "3.20" } }).cost!.payers).toEqual([
      { personId: "ana", amount: 680 },
      { personId: "bo", amount: 320 },
    ]);
  });

  it("asks for what is not typed only when somebody saves", () => {
    const open = read({ title: " ", amount: "", people: [] }).faults;
    expect(open.map(({ at, isMissing }) => [at, isMissing])).toEqual([
      ["amount", true],
      ["title", true],
      ["people", true],
    ]);
    expect(read({ amount: "1", currency: "JPY" }).faults).toMatchObject([{ at: "rate", isMissing: true }]);
    expect(faults({ amount: "1", currency: "JPY", rate: "0.001" })).toEqual([
      "That is less than the smallest coin of EUR.",
    ]);
  });
});

describe("a cost that is changed", () => {
  const yen = { ...trip, rates: [{ currency: "JPY", rate: "0.0061" }] };
  const costFrom = (part: Partial<Draft>) =>
    shownCost(readDraft(draft(part, yen), yen).cost!, yen, { id: "cost", tripId: "trip", writtenBy: "ana" })!;

  it.each<Partial<Draft>>([
    { amount: "10" },
    { amount: "10", isBack: true, split: "shares", shares: { ana: "0.5", bo: "2" } },
    { amount: "10", split: "exact", exact: { ana: "4", cleo: "6" } },
    { amount: "10", isShared: true, payers: ["ana", "bo"], paid: { ana: "1", bo: "9" } },
    { amount: "1000", currency: "JPY", rate: "0.0061" },
    { amount: "1000", currency: "JPY", converts: "by amount", tripAmount: "6.12" },
  ])("reads as it was saved: %o", (part) => {
    const cost = costFrom(part);
    const again = readDraft(draftOf(cost, yen), yen);
    expect(again.faults).toEqual([]);
    expect(shownCost(again.cost!, yen, cost)).toEqual(cost);
  });

  it("sends what differs, and of money all that its rate needs", () => {
    const base = draftOf(costFrom({ amount: "1000", currency: "JPY", rate: "0.0061" }), yen);
    const before = readDraft(base, yen).cost!;
    const edit = (part: Partial<Draft>) => editOf(3, before, readDraft({ ...base, ...part }, yen).cost!);
    expect(edit({})).toBeUndefined();
    expect(edit({ title: "Ramen" })).toEqual({ version: 3, title: "Ramen" });
    expect(edit({ amount: "1200" })).toMatchObject({
      amount: 1200,
      currency: "JPY",
      rate: "0.0061",
      tripAmount: null,
      payers: [{ personId: "ana", amount: 1200 }],
    });
  });

  it("keeps what was typed over what somebody else has changed", () => {
    const base = draftOf(costFrom({ amount: "10" }), yen);
    const now = draftOf({ ...costFrom({ amount: "12" }), title: "Supper" }, yen);
    expect(rebased({ ...base, note: "With wine" }, base, now)).toEqual({ ...now, note: "With wine" });
    expect(changesOf(base, base)).toEqual({});
  });
});
