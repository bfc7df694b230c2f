import type { Books, Cost, CostCategory, Payment } from "#contract/costs.ts";
import { settleUp } from "#contract/money/settle.ts";

type Balances = Books["balances"];

/** What is added to somebody's sums. */
interface Moved {
  readonly personId: string;
  readonly balance: number;
  readonly paid?: number;
  readonly share?: number;
}

/** The books with one cost more. The same books if they have it. */
export function withCost(books: Books, cost: Cost): Books {
  if (books.costs.some(({ key }) => key === cost.key)) return books;
  const at = books.costs.findIndex(({ day }) => day <= cost.day);
  const costs = books.costs.toSpliced(at === -1 ? books.costs.length : at, 0, cost);
  return recounted({ ...books, costs, currency: books.currency ?? cost.currency }, cost, 1);
}

/** The books with one cost less. The same books if they do not have it. */
export function withoutCost(books: Books, key: string): Books {
  const cost = books.costs.find((one) => one.key === key);
  if (!cost) return books;
  return recounted({ ...books, costs: books.costs.filter((one) => one !== cost) }, cost, -1);
}

/** The books with one payment more. The same books if they have it. */
export function withPayment(books: Books, payment: Payment): Books {
  if (books.payments.some(({ key }) => key === payment.key)) return books;
  const { from, to, amount } = payment;
  const moved = [
    { personId: from, balance: amount },
    { personId: to, balance: -amount },
  ];
  return settled({
    ...books,
    payments: [payment, ...books.payments],
    balances: movedBy(books, moved),
  });
}

function recounted(books: Books, cost: Cost, sign: 1 | -1): Books {
  const moved: readonly Moved[] = [
    ...cost.payers.map(({ personId, tripAmount }) => ({
      personId,
      paid: sign * tripAmount,
      balance: sign * tripAmount,
    })),
    ...cost.shares.map(({ personId, share }) => ({ personId, share: sign * share, balance: -sign * share })),
  ];
  return settled({
    ...books,
    found: books.found + sign,
    count: books.count + sign,
    balances: movedBy(books, moved),
    totals: {
      trip: books.totals.trip + sign * cost.tripAmount,
      categories: categoriesWith(books.totals.categories, cost.category, sign * cost.tripAmount),
    },
  });
}

/** The balances in the order of people, with what has moved. */
function movedBy({ people, balances }: Books, moved: readonly Moved[]): Balances {
  const ids = new Set([...balances, ...moved].map(({ personId }) => personId));
  const sumOf = (id: string, what: "balance" | "paid" | "share") =>
    [...balances, ...moved].reduce((sum, one) => (one.personId === id ? sum + (one[what] ?? 0) : sum), 0);
  return people
    .filter(({ id }) => ids.has(id))
    .map(({ id }) => ({
      personId: id,
      balance: sumOf(id, "balance"),
      paid: sumOf(id, "paid"),
      share: sumOf(id, "share"),
    }));
}

function categoriesWith(before: Books["totals"]["categories"], category: CostCategory, amount: number) {
  const others = before.filter((one) => one.category !== category);
  const sum = amount + (before.find((one) => one.category === category)?.amount ?? 0);
  return [...others, ...(sum === 0 ? [] : [{ category, amount: sum }])].toSorted((a, b) => b.amount - a.amount);
}

/** The books with a new plan of who pays whom. It needs all payments, so with more of them the server's plan stays until it answers. */
function settled(books: Books): Books {
  if (books.nextPayments !== null) return books;
  const ofCosts = books.balances.map(({ personId, paid, share }) => ({ id: personId, balance: paid - share }));
  // After a merge somebody may have paid themselves.
  const payments = books.payments.filter(({ from, to }) => from !== to).toReversed();
  return { ...books, settle: [...settleUp(ofCosts, payments)] };
}
