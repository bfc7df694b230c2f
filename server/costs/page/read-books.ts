import type { Books, SettleLine } from "#contract/costs.ts";
import { lastId } from "../../platform/db/id.ts";
import { cursorOf, upTo } from "../../platform/http/cursor.ts";
import type { Database } from "../../schema/database.ts";
import type { BooksAccess } from "../access.ts";
import { planOf } from "../books.ts";
import { paymentStore } from "../payments/store.ts";
import { presentPayment } from "../payments/payments.ts";
import { type BooksPerson, findBooksPeople } from "../people-store.ts";
import { type CostFilters, type CostPosition, costStore } from "../store.ts";
import { presentCost } from "../stored-cost.ts";

/** A page ends before its costs name more people than this, about half a megabyte. */
const maxPeopleOnPage = 5000;
/** The number of payments in the reply; a call of their own has the others. */
const firstPayments = 100;

interface Asked extends CostFilters {
  readonly after: CostPosition | null;
  readonly limit: number;
}

/** Reads the books of a trip for somebody who may see them, with a page of its costs. */
export async function readBooks({ db }: Pick<Database, "db">, access: BooksAccess, asked: Asked): Promise<Books> {
  const { tripId, userId } = access;
  const { after, limit, person, category } = asked;
  const costs = costStore(db);
  const payments = paymentStore(db);
  const [people, page, sums, found, rates, latest, transfers, offered] = await Promise.all([
    findBooksPeople(db, tripId),
    costs.page(tripId, { person, category }, after, limit + 1),
    costs.sums(tripId),
    person === undefined ? null : costs.count(tripId, { person, category }),
    costs.rates(tripId),
    payments.page(tripId, lastId, firstPayments + 1),
    payments.transfers(tripId),
    access.currency === null ? costs.findOfferedCurrency(userId, access.squadId) : null,
  ]);
  const onPage = upTo(maxPeopleOnPage, page.slice(0, limit), (cost) => cost.payers.length + cost.shares.length);
  const last = page.length > onPage.length ? onPage.at(-1) : undefined;
  const lastPayment = latest.length > firstPayments ? latest[firstPayments - 1] : undefined;
  const settle = planOf(people, transfers);
  const count = sums.reduce((all, one) => all + one.count, 0);
  const inCategory = category === undefined ? count : (sums.find((one) => one.category === category)?.count ?? 0);
  return {
    currency: access.currency,
    offeredCurrency: offered,
    people: people.map((one) => presentPerson(one, userId, settle)),
    costs: onPage.map((cost) => presentCost(access, people, cost)),
    nextCosts: last ? cursorOf([last.day, last.id]) : null,
    found: found ?? inCategory,
    count,
    balances: people.flatMap(({ id, stands, paid, shared, sent, received }) =>
      stands ? [{ personId: id, balance: paid - shared + sent - received, paid, share: shared }] : [],
    ),
    settle: [...settle],
    payments: latest.slice(0, firstPayments).map((payment) => presentPayment(access, people, payment)),
    nextPayments: lastPayment?.id ?? null,
    totals: {
      trip: sums.reduce((all, one) => all + one.amount, 0),
      categories: sums.map(({ category: of, amount }) => ({ category: of, amount })),
    },
    rates,
    viewer: { mayAdd: access.isCrew, isOrganizer: access.isOrganizer },
  };
}

/** How to pay somebody is for those alone who owe them right now. */
function presentPerson(
  { id, user, isCrew, isExpected, payTo }: BooksPerson,
  viewerId: string,
  settle: readonly SettleLine[],
) {
  const owes = settle.some(({ from, to }) => from === viewerId && to === id);
  return { id, user, isCrew, isExpected, payTo: owes ? payTo : null };
}
