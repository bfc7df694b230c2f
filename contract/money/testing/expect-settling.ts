import { expect } from "vitest";
import { type Balance, type Transfer, settleUp } from "../settle.ts";
import { afterPaying } from "./books.ts";
import { fewestLines } from "./fewest-lines.ts";
import { type Below, amountOf, pick, shuffled } from "./random-cost.ts";

const uneven = (balances: readonly Balance[]) =>
  balances.map(({ balance }) => balance).filter((balance) => balance !== 0);

/** Demands of a plan that it makes everybody even, in any order, with fewer lines than people, and that a payment in part touches no other. */
export function expectPlan(balances: readonly Balance[], payments: readonly Transfer[], below: Below) {
  const lines = settleUp(balances, payments);
  const now = afterPaying(balances, payments);
  expect(lines.length).toBeLessThan(Math.max(1, uneven(now).length));
  expect(lines.filter(({ from, to, amount }) => amount <= 0 || from === to)).toEqual([]);
  expect(uneven(afterPaying(now, lines))).toEqual([]);
  if (lines.length === 0) return;
  const line = pick(below, lines);
  const part = 1 + below(line.amount);
  const left = lines
    .map((one) => (one === line ? { ...one, amount: one.amount - part } : one))
    .filter(({ amount }) => amount > 0);
  expect(settleUp(balances, [...payments, { ...line, amount: part }])).toEqual(left);
}

/**
 * Demands that a plan without payments has the fewest lines that trying everything finds, at the start and after each line that somebody
 * pays in full, in random order; and that nobody's line changes by it. Up to 7 people.
 */
export function expectFewest(balances: readonly Balance[], below: Below) {
  const plan = settleUp(balances, []);
  const count = uneven(balances).length;
  const paid: Transfer[] = [];
  for (const line of [undefined, ...shuffled(below, plan)]) {
    if (line) paid.push(line);
    const left = settleUp(balances, paid);
    expect(left).toEqual(plan.filter((one) => !paid.includes(one)));
    if (count <= 7) expect(left.length).toBe(fewestLines(uneven(afterPaying(balances, paid))));
  }
}

/** A payment as somebody may record it: along a line, in full or in part, or any other. */
export function randomPayment(lines: readonly Transfer[], people: readonly string[], below: Below): Transfer {
  const how = below(5);
  if (lines.length > 0 && how < 3) {
    const line = pick(below, lines);
    return { ...line, amount: how === 0 ? line.amount : 1 + below(line.amount) };
  }
  if (lines.length > 0 && how === 3) {
    const { from, to, amount } = pick(below, lines);
    return below(2) === 0 ? { from, to, amount: amount + amountOf(below) } : { from: to, to: from, amount };
  }
  const [from, to] = shuffled(below, people);
  return { from: from!, to: to!, amount: amountOf(below) };
}
