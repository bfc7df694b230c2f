import { formerCrewMember } from "#contract/former-crew-member.ts";
import { decimalOf } from "#contract/money/amounts.ts";
import { byteOrderMark, cellOf, lineOf } from "../cells.ts";
import type { StoredPayment } from "../payments/store.ts";
import type { BooksPerson } from "../people-store.ts";
import type { StoredCost } from "../stored-cost.ts";

interface Books {
  /** Null without any costs and payments. */
  readonly currency: string | null;
  readonly people: readonly BooksPerson[];
  readonly costs: readonly StoredCost[];
  readonly payments: readonly StoredPayment[];
}

/**
 * The books of a trip as a table, RFC 4180. Costs come first, then payments, which stand in no column of the trip's amounts and of people's
 * shares, so that each of these columns sums to what the page says.
 */
export function csvOf({ currency, people, costs, payments }: Books): string {
  const names = new Map(people.map((one) => [one.id, nameOf(one)]));
  const sharers = people.filter(({ stands }) => stands);
  const of = (id: string) => names.get(id) ?? formerCrewMember;
  const head = [
    "Date",
    "Title",
    "Category",
    "Amount",
    "Currency",
    "Rate",
    `Amount in ${currency ?? "the trip's currency"}`,
  ];
  const lines = [
    [...head, "Paid by", "Split", ...sharers.map(({ id }) => of(id))].map(cellOf),
    ...costs.map((cost) => lineOfCost(cost, of, sharers, currency ?? cost.currency)),
    ...payments.map((payment) => lineOfPayment(payment, of, sharers.length, currency ?? "")),
  ];
  return byteOrderMark + lines.map(lineOf).join("");
}

type NameOf = (id: string) => string;

function lineOfCost(cost: StoredCost, of: NameOf, sharers: readonly BooksPerson[], tripCurrency: string): string[] {
  const shares = new Map<string, number>();
  for (const { person, share } of cost.shares) shares.set(person, (shares.get(person) ?? 0) + share);
  const paid = cost.payers.map(({ person, amount }) => `${of(person)} ${decimalOf(amount, cost.currency)}`);
  return [
    cost.day,
    cellOf(cost.title),
    cost.category,
    decimalOf(cost.amount, cost.currency),
    cost.currency,
    cost.rate ?? "",
    decimalOf(cost.tripAmount, tripCurrency),
    cellOf(cost.payers.length > 1 ? paid.join("; ") : cost.payers.map(({ person }) => of(person)).join("")),
    cost.split,
    ...sharers.map(({ id }) => (shares.has(id) ? decimalOf(shares.get(id)!, tripCurrency) : "")),
  ];
}

function lineOfPayment(payment: StoredPayment, of: NameOf, columns: number, tripCurrency: string): string[] {
  const title = `Payment to ${of(payment.to)}${payment.note ? `: ${payment.note}` : ""}`;
  const amount = decimalOf(payment.amount, tripCurrency);
  const cells = [payment.day, cellOf(title), "payment", amount, tripCurrency, "", "", cellOf(of(payment.from)), ""];
  return [...cells, ...Array.from({ length: columns }, () => "")];
}

function nameOf({ user }: BooksPerson): string {
  return user ? `${user.firstName} ${user.lastName}`.trim() : formerCrewMember;
}
