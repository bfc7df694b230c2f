import { expect } from "vitest";
import { type CostParts, type EnteredCost, costParts } from "../cost-parts.ts";
import { convert } from "../convert.ts";
import { type Books, afterPaying, ownerOf, toSettle } from "./books.ts";
import { expectFair } from "./fair.ts";
import { type Below, shuffled } from "./random-cost.ts";

/** Demands that the parts of a cost are what its rules say, and that money back is the mirror of money spent. */
export function expectCost(cost: EnteredCost, parts: CostParts, tripCurrency: string) {
  const { amount, currency, rate, tripAmount, key } = cost;
  const inTrip = currency === tripCurrency ? amount : (tripAmount ?? convert(amount, rate!, currency, tripCurrency));
  expect(parts.tripAmount).toBe(inTrip);
  const weights = cost.people.map(({ weight }) => (cost.split === "equal" ? 1 : weight));
  const startOf = (people: number) => Number(BigInt(`0x${key.slice(-8)}`) % BigInt(people));
  const [shares, paid] = [parts.shares.map(({ share }) => share), parts.payers.map((one) => one.tripAmount)];
  expectFair(inTrip, weights, startOf(weights.length), shares);
  const handed = cost.payers.map((one) => Math.abs(one.amount));
  expectFair(inTrip, handed, startOf(handed.length), paid);
  if (currency === tripCurrency) {
    expect(parts.payers.map((one) => one.tripAmount)).toEqual(cost.payers.map((one) => one.amount));
    if (cost.split === "exact") expect(shares.map(Math.abs)).toEqual(weights);
  }
  const back = {
    ...cost,
    amount: -amount,
    tripAmount: tripAmount === null ? null : -tripAmount,
    payers: cost.payers.map((one) => ({ ...one, amount: -one.amount })),
  };
  expect(costParts(back, tripCurrency)).toEqual({
    ...parts,
    tripAmount: -inTrip,
    payers: parts.payers.map((one) => ({ ...one, amount: -one.amount, tripAmount: minus(one.tripAmount) })),
    shares: parts.shares.map((one) => ({ ...one, share: minus(one.share) })),
  });
}

const minus = (amount: number) => (amount === 0 ? 0 : -amount);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** Demands that the books add up: every cost, all balances, and the balances that were kept against a recount in any order. */
export function expectBooks(books: Books, below: Below) {
  const wrong = [...books.costs.values()].filter(
    ({ parts }) =>
      sumOf(parts.payers.map((one) => one.tripAmount)) !== parts.tripAmount ||
      sumOf(parts.shares.map(({ share }) => share)) !== parts.tripAmount,
  );
  expect(wrong).toEqual([]);
  const { balances, payments } = toSettle(books);
  const now = afterPaying(balances, payments);
  expect(sumOf(now.map(({ balance }) => balance))).toBe(0);
  const kept = new Map(books.people.map((id) => [id, 0]));
  for (const [row, balance] of books.kept) kept.set(ownerOf(books, row), kept.get(ownerOf(books, row))! + balance);
  expect(now).toEqual([...kept].map(([id, balance]) => ({ id, balance })));
  const mixed = toSettle({ ...books, costs: new Map(shuffled(below, [...books.costs])) });
  expect(mixed.balances).toEqual(balances);
}
