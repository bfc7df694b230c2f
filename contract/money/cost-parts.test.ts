import { describe, expect, test } from "vitest";
import { type EnteredCost, costParts } from "./cost-parts.ts";

/** A dinner for three that Ana paid. The last unit begins with Ana. */
const dinner: EnteredCost = {
  key: "0190a1b2-c3d4-7e5f-8a6b-123400000000",
  amount: 1000,
  currency: "EUR",
  rate: null,
  tripAmount: null,
  payers: [{ personId: "ana", amount: 1000 }],
  split: "equal",
  people: ["ana", "ben", "cleo"].map((personId) => ({ personId, weight: 1 })),
};
const weighing = (...weights: readonly number[]) =>
  weights.map((weight, at) => ({ personId: ["ana", "ben", "cleo", "dora"][at]!, weight }));
const paying = (...amounts: readonly number[]) =>
  amounts.map((amount, at) => ({ personId: ["ana", "ben", "cleo"][at]!, amount }));
const inYen = { currency: "JPY", rate: "0.0061", amount: 5000, payers: paying(5000) };

describe("the parts of a cost", () => {
  test.each([
    ["split equally", {}, 1000, [1000], [334, 333, 333]],
    ["split equally, whatever the weights", { people: weighing(0, 7, 1e9) }, 1000, [1000], [334, 333, 333]],
    [
      "split by shares in hundredths",
      { split: "shares", people: weighing(50, 100, 250) },
      1000,
      [1000],
      [125, 250, 625],
    ],
    ["by the least and the most shares", { split: "shares", people: weighing(1, 100_000) }, 1000, [1000], [0, 1000]],
    ["typed exactly, one with nothing", { split: "exact", people: weighing(1, 999, 0) }, 1000, [1000], [1, 999, 0]],
    ["paid by two", { payers: paying(1, 999) }, 1000, [1, 999], [334, 333, 333]],
    [
      "money back",
      { amount: -1000, payers: paying(-400, -600), split: "exact", people: weighing(300, 700) },
      -1000,
      [-400, -600],
      [-300, -700],
    ],
    ["foreign, by a rate", inYen, 3050, [3050], [1017, 1017, 1016]],
    ["foreign, as typed", { ...inYen, rate: null, tripAmount: 3051 }, 3051, [3051], [1017, 1017, 1017]],
    [
      "foreign money back",
      { ...inYen, amount: -5000, payers: paying(-5000), rate: null, tripAmount: -3051 },
      -3051,
      [-3051],
      [-1017, -1017, -1017],
    ],
    [
      "foreign, paid by two and typed exactly",
      { ...inYen, payers: paying(2500, 2500), split: "exact", people: weighing(4999, 1) },
      3050,
      [1525, 1525],
      [3049, 1],
    ],
    [
      "with a cent left for the payer at whom the key begins",
      { ...inYen, key: dinner.key.replace(/0$/, "3"), payers: paying(2500, 2500), rate: null, tripAmount: 3051 },
      3051,
      [1525, 1526],
      [1017, 1017, 1017],
    ],
    ["in the trip's currency with the same amount again", { tripAmount: 1000 }, 1000, [1000], [334, 333, 333]],
  ] as const)("%s", (_how, change, tripAmount, paid, shares) => {
    const parts = costParts({ ...dinner, ...change }, "EUR");
    expect(parts).toMatchObject({ tripAmount });
    if ("fault" in parts) return;
    expect(parts.payers.map((one) => one.tripAmount)).toEqual(paid);
    expect(parts.shares.map((one) => one.share)).toEqual(shares);
  });

  test("keep the rate only if it was used", () => {
    const rateOf = (change: Partial<EnteredCost>) => costParts({ ...dinner, ...change }, "EUR");
    expect(rateOf(inYen)).toMatchObject({ rate: "0.0061" });
    expect(rateOf({ ...inYen, rate: null, tripAmount: 3050 })).toMatchObject({ rate: null });
    expect(rateOf({})).toMatchObject({ rate: null });
  });

  test("have weight 1 in an equal split", () => {
    const parts = costParts({ ...dinner, people: weighing(5, 0) }, "EUR");
    expect(parts).toMatchObject({ shares: [{ weight: 1 }, { weight: 1 }] });
  });
});

describe("a cost that does not add up says why", () => {
  test.each([
    ["for nobody", { people: [] }, { fault: "nobody" }],
    ["that nobody paid", { payers: [] }, { fault: "no payer" }],
    ["with a payer twice", { payers: [...paying(500), ...paying(500)] }, { fault: "somebody twice" }],
    ["for somebody twice", { people: [...weighing(1), ...weighing(1)] }, { fault: "somebody twice" }],
    ["with a payer of nothing", { payers: paying(1000, 0) }, { fault: "signs differ" }],
    ["with money back among payers", { payers: paying(1200, -200) }, { fault: "signs differ" }],
    ["with a payer of money back", { payers: paying(-1000) }, { fault: "signs differ" }],
    ["with too little paid", { payers: paying(400, 280) }, { fault: "payers", by: 320 }],
    ["with too much paid", { payers: paying(1001) }, { fault: "payers", by: -1 }],
    ["with too little of money back paid", { amount: -1000, payers: paying(-680) }, { fault: "payers", by: 320 }],
    ["with too little typed", { split: "exact", people: weighing(340, 340) }, { fault: "shares", by: 320 }],
    ["with too much typed", { split: "exact", people: weighing(340, 661) }, { fault: "shares", by: -1 }],
    ["with a typed amount below nothing", { split: "exact", people: weighing(1100, -100) }, { fault: "weights wrong" }],
    ["with nothing typed", { split: "exact", people: weighing(0, 0) }, { fault: "shares", by: 1000 }],
    ["with no shares", { split: "shares", people: weighing(100, 0) }, { fault: "weights wrong" }],
    ["with too many shares", { split: "shares", people: weighing(100_001) }, { fault: "weights wrong" }],
    ["foreign without a rate", { currency: "USD" }, { fault: "rate missing" }],
    ["foreign with a rate and an amount", { ...inYen, tripAmount: 3050 }, { fault: "rate or amount" }],
    ["with a rate in the trip's currency", { rate: "1" }, { fault: "rate needless" }],
    ["with another amount in the trip's currency", { tripAmount: 999 }, { fault: "rate needless" }],
    ["less than a cent", { ...inYen, rate: "0.0000009" }, { fault: "less than a coin" }],
    ["too large", { ...inYen, rate: "2001" }, { fault: "too large" }],
    ["too large as typed", { ...inYen, rate: null, tripAmount: 1_000_000_001 }, { fault: "too large" }],
    ["typed as money back", { ...inYen, rate: null, tripAmount: -3050 }, { fault: "signs differ" }],
  ] as const)("%s", (_what, change, fault) => {
    expect(costParts({ ...dinner, ...change }, "EUR")).toEqual(fault);
  });

  test("too large in the trip's currency", () => {
    const house = { ...dinner, amount: 1_000_000_001, payers: paying(1_000_000_001) };
    expect(costParts(house, "EUR")).toEqual({ fault: "too large" });
    const most = { ...dinner, amount: 1_000_000_000, payers: paying(1_000_000_000) };
    expect(costParts(most, "EUR")).toMatchObject({ tripAmount: 1_000_000_000 });
  });
});
