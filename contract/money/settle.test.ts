import { describe, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { type Balance, type Transfer, settleUp } from "./settle.ts";
import { fewestLines } from "./testing/fewest-lines.ts";

/** Balances of a, b, c and so on. */
const balancesOf = (...balances: readonly number[]): readonly Balance[] =>
  balances.map((balance, at) => ({ id: String.fromCodePoint(97 + at), balance }));
/** "b→a 5" */
const told = (lines: readonly Transfer[]) => lines.map(({ from, to, amount }) => `${from}→${to} ${amount}`);
const pay = (from: string, to: string, amount: number): Transfer => ({ from, to, amount });

describe("settling up", () => {
  test.each([
    ["of nobody takes nothing", [], []],
    ["of people who are even takes nothing", [0, 0], []],
    ["of two takes a line", [5, -5], ["b→a 5"]],
    ["leaves even people out", [5, 0, -5], ["c→a 5"]],
    ["goes in crew order", [-3, 10, -3, -4], ["a→b 3", "c→b 3", "d→b 4"]],
    ["fills one before the next", [7, 5, -6, -6], ["c→a 6", "d→a 1", "d→b 5"]],
    ["finds pairs that crew order would miss", [4, 6, -6, -4], ["c→b 6", "d→a 4"]],
    ["finds groups of three", [5, 7, -3, -2, -3, -4], ["c→a 3", "d→a 2", "e→b 3", "f→b 4"]],
  ])("%s", (_what, balances, lines) => {
    expect(told(settleUp(balancesOf(...balances), [])).toSorted()).toEqual(lines.toSorted());
  });

  const owed = balancesOf(10, 20, -12, -18);
  test.each([
    ["in full", [pay("c", "a", 10)], ["c→b 2", "d→b 18"]],
    ["in part", [pay("d", "b", 8)], ["c→a 10", "c→b 2", "d→b 10"]],
    ["in two parts", [pay("d", "b", 8), pay("d", "b", 10)], ["c→a 10", "c→b 2"]],
    ["twice, of which the second is across", [pay("c", "b", 2), pay("c", "b", 1)], ["c→a 9", "d→a 1", "d→b 17"]],
    ["beyond the line", [pay("c", "b", 12)], ["d→a 10", "d→b 8"]],
    ["across", [pay("d", "a", 10)], ["c→b 12", "d→b 8"]],
    ["backwards", [pay("a", "c", 1)], ["c→a 11", "c→b 2", "d→b 18"]],
    ["between two who are on one side", [pay("c", "d", 12)], ["d→a 10", "d→b 20"]],
    ["to somebody new", [pay("c", "new", 12)], ["d→a 10", "d→b 8", "new→b 12"]],
    ["all lines", [pay("d", "b", 18), pay("c", "a", 10), pay("c", "b", 2)], []],
  ])("after a payment %s", (_how, payments, lines) => {
    expect(told(settleUp(owed, []))).toEqual(["c→a 10", "c→b 2", "d→b 18"]);
    expect(told(settleUp(owed, payments))).toEqual(lines);
  });

  test("after payments of everything backwards asks for all of it again", () => {
    expect(told(settleUp(balancesOf(5, -5), [pay("b", "a", 5), pay("a", "b", 5)]))).toEqual(["b→a 5"]);
    expect(told(settleUp(balancesOf(0, 0), [pay("a", "b", 5)]))).toEqual(["b→a 5"]);
  });
});

/** Random balances that sum to 0. Small ones make many groups. */
function randomBalances(below: (below: number) => number, people: number, largest: number): readonly Balance[] {
  const balances = Array.from({ length: people }, () => 0);
  for (let cost = 0; cost < 2 * people; cost++) {
    const amount = below(largest + 1);
    balances[below(people)]! += amount;
    balances[below(people)]! -= amount;
  }
  return balances.map((balance, at) => ({ id: `p${at}`, balance }));
}

test("up to 8 people need the fewest lines that trying everything finds", () => {
  const below = seeded(6);
  for (let round = 0; round < 300; round++) {
    const balances = randomBalances(below, 2 + below(round % 20 === 0 ? 7 : 6), 10 ** below(5));
    const numbers = balances.map(({ balance }) => balance);
    expect([numbers, settleUp(balances, []).length]).toEqual([numbers, fewestLines(numbers)]);
  }
});

test("inside a group people are matched in crew order, each as far as it goes", () => {
  const below = seeded(9);
  for (let round = 0; round < 500; round++) {
    const balances = randomBalances(below, 2 + below(11), 10 ** below(4));
    const place = (one: string) => balances.findIndex(({ id }) => id === one);
    const lines = settleUp(balances, []);
    for (const [at, line] of lines.entries()) {
      const next = lines[at + 1];
      if (next && (next.from === line.from || next.to === line.to))
        expect([place(next.from) >= place(line.from), place(next.to) >= place(line.to)]).toEqual([true, true]);
    }
  }
});

test("13 to 40 people first settle exact pairs, then the rest in one group", () => {
  const below = seeded(7);
  let pairs = 0;
  for (let round = 0; round < 300; round++) {
    const balances = randomBalances(below, 13 + below(28), 10 ** (1 + below(8)));
    const uneven = balances.filter(({ balance }) => balance !== 0);
    if (uneven.length <= 12) continue;
    const lines = settleUp(balances, []);
    expect(lines.length).toBeLessThan(uneven.length);
    // Of each amount, as many people are paired as both get it and owe it.
    for (const amount of new Set(uneven.map(({ balance }) => Math.abs(balance)))) {
      const isPair = ({ from, to }: Transfer) =>
        balanceOf(from) === -amount && balanceOf(to) === amount && timesOf(from) === 1 && timesOf(to) === 1;
      const [gets, owes] = [amount, -amount].map((one) => uneven.filter(({ balance }) => balance === one).length);
      const expected = Math.min(gets!, owes!);
      expect(lines.filter(isPair).length).toBeGreaterThanOrEqual(expected);
      pairs += expected;
    }
    function balanceOf(id: string) {
      return balances.find((one) => one.id === id)!.balance;
    }
    function timesOf(id: string) {
      return lines.filter(({ from, to }) => from === id || to === id).length;
    }
  }
  expect(pairs).toBeGreaterThan(100);
});

test.each([12, 200])("a plan for %i people after 2,000 payments across takes a moment", (people) => {
  const below = seeded(8);
  const balances = randomBalances(below, people, 1e9);
  const [owe, get] = [-1, 1].map((sign) => balances.filter(({ balance }) => Math.sign(balance) === sign));
  // Hardly ever along a line, but always small enough to be.
  const payments = Array.from({ length: 2000 }, () =>
    pay(owe![below(owe!.length)]!.id, get![below(get!.length)]!.id, 1),
  );
  const start = Date.now();
  expect(settleUp(balances, payments).length).toBeLessThan(people);
  // Less than a second on two slow cores. With a search of all groups above 12 people, minutes.
  expect(Date.now() - start).toBeLessThan(3000);
});
