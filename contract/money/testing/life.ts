import { expect } from "vitest";
import { type CostFault, costParts } from "../cost-parts.ts";
import { settleUp } from "../settle.ts";
import {
  type BookedCost,
  type Books,
  type CostChange,
  type Steps,
  apply,
  inOrder,
  ownerOf,
  pay,
  toSettle,
} from "./books.ts";
import { crewSteps } from "./crew-steps.ts";
import { expectBooks, expectCost } from "./expect-books.ts";
import { expectFewest, expectPlan, randomPayment } from "./expect-settling.ts";
import { type Below, pick, randomCost, randomKey, shuffled, some } from "./random-cost.ts";

/** What a life of a trip met, so that a test can demand that lives met everything. */
export type Met = Map<string, number>;

/**
 * Lives a random life of a trip's books and demands after each step that they add up: 2 to 12 people of any kind enter, change, delete and
 * undo costs, pay each other, come, leave, delete their accounts, and turn out to be one person.
 */
export function liveTrip(below: Below, met: Met) {
  const people = Array.from({ length: 2 + below(11) }, (_person, at) => `p${at}`);
  const currency = pick(below, ["JPY", "EUR", "KWD"]);
  const books: Books = {
    currency,
    people,
    crew: people,
    owners: new Map(),
    costs: new Map(),
    payments: [],
    kept: new Map(),
  };
  const steps = { ...costSteps(books, below, met), ...paymentSteps(books, below), ...crewSteps(books, below) };
  const often = ["enter", "enter", "enter", "edit", "payLine", "payLine"] as const;
  const names = [...often, ...(Object.keys(steps) as (keyof typeof steps)[])];
  const length = 8 + below(16);
  for (let step = 0; step < length; step++) {
    const name = pick(below, names);
    if (steps[name]()) met.set(name, (met.get(name) ?? 0) + 1);
    expectBooks(books, below);
    const { balances, payments } = toSettle(books);
    expectPlan(balances, payments, below);
  }
  expectFewest(toSettle(books).balances, below);
}

function costSteps(books: Books, below: Below, met: Met) {
  const past: CostChange[] = [];
  const change = (one: CostChange) => {
    apply(books, one);
    past.push(one);
    return true;
  };
  const anyCost = () => (books.costs.size === 0 ? undefined : pick(below, [...books.costs.values()]));

  /** Enters a cost for any of the crew, or changes one, which may keep people who left. */
  function write(key: string, before: BookedCost | undefined): boolean {
    const kept = before?.entered.people.map(({ personId }) => ownerOf(books, personId)) ?? [];
    const from = [...new Set([...books.crew, ...kept])];
    const sharers = below(2) === 0 ? from : some(below, from);
    const cost = randomCost(below, books.currency, { people: sharers, payers: from, key });
    const entered = { ...cost, payers: inOrder(books, cost.payers), people: inOrder(books, cost.people) };
    const parts = costParts(entered, books.currency);
    if ("fault" in parts) return refused(parts);
    expectCost(entered, parts, books.currency);
    const mixed = { payers: shuffled(below, cost.payers), people: shuffled(below, cost.people) };
    const again = { ...cost, payers: inOrder(books, mixed.payers), people: inOrder(books, mixed.people) };
    expect(costParts(again, books.currency)).toEqual(parts);
    return change({ key, before, after: { entered, parts } });
  }

  /** Random costs add up, except that a rate may make them too small or too large. */
  function refused({ fault }: CostFault): boolean {
    expect(["less than a coin", "too large"]).toContain(fault);
    met.set(fault, (met.get(fault) ?? 0) + 1);
    return false;
  }

  return {
    enter: () => write(randomKey(below), undefined),
    edit() {
      const before = anyCost();
      return before !== undefined && write(before.entered.key, before);
    },
    delete() {
      const before = anyCost();
      return before !== undefined && change({ key: before.entered.key, before, after: undefined });
    },
    /** Any change can be undone while the cost is as it left it. */
    undo() {
      const undoable = past.filter(({ key, after }) => books.costs.get(key) === after);
      if (undoable.length === 0) return false;
      const { key, before, after } = pick(below, undoable);
      return change({ key, before: after, after: before });
    },
  } satisfies Steps;
}

function paymentSteps(books: Books, below: Below) {
  return {
    payLine() {
      if (books.people.length < 2) return false;
      const { balances, payments } = toSettle(books);
      const payment = randomPayment(settleUp(balances, payments), books.people, below);
      pay(books, payment);
      return true;
    },
    takePaymentBack() {
      if (books.payments.length === 0) return false;
      pay(books, pick(below, books.payments), -1);
      return true;
    },
  } satisfies Steps;
}
