import type { Books, Cost, SettleLine } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";

/** Names people in the books by their id; the viewer is "You". */
export type NameOf = (id: string) => string;

/** What the viewer gets or owes. */
export function balanceWords(balance: number, currency: string | null): string {
  if (balance === 0 || currency === null) return "You are even";
  const amount = formatAmount(Math.abs(balance), currency);
  return balance > 0 ? `You get back ${amount}` : `You owe ${amount}`;
}

/** "gets €42.10", "owes €18.20" or "is even", behind the name of another person. */
export function standingWords(balance: number, currency: string): string {
  if (balance === 0) return "even";
  return `${balance > 0 ? "gets" : "owes"} ${formatAmount(Math.abs(balance), currency)}`;
}

/** "Ben pays Ana €42.10", "You pay Ana €42.10" or "Ben pays you €42.10". */
export function lineWords({ from, to, amount }: SettleLine, nameOf: NameOf, me: string, currency: string): string {
  const who = from === me ? "You pay" : `${nameOf(from)} pays`;
  return `${who} ${to === me ? "you" : nameOf(to)} ${formatAmount(amount, currency)}`;
}

/** The same of a payment that was made: "Ben paid Ana €42.10". */
export function paidWords({ from, to, amount }: SettleLine, nameOf: NameOf, me: string, currency: string): string {
  return `${nameOf(from)} paid ${to === me ? "you" : nameOf(to)} ${formatAmount(amount, currency)}`;
}

/** Who pays whom, for the chat of a crew. `nameOf` names all alike, because anybody may send it. */
export function chatText(
  trip: string,
  { settle, currency }: Pick<Books, "settle" | "currency">,
  nameOf: NameOf,
  address: string,
): string {
  const lines = settle.map((line) => `• ${lineWords(line, nameOf, "", currency ?? "")}`);
  return [`Settling up for ${trip}:`, ...lines, address].join("\n");
}

/** Who paid a cost: "Ana paid", "Ana and 2 others paid"; for money back "Ana got it back". */
export function payerWords({ payers, amount }: Pick<Cost, "payers" | "amount">, nameOf: NameOf): string {
  const names = payers.map(({ personId }) => nameOf(personId));
  const [first = "", second = ""] = names.includes("You") ? ["You", ...names.filter((name) => name !== "You")] : names;
  const others = names.length === 2 ? second : `${names.length - 1} others`;
  return `${names.length <= 1 ? first : `${first} and ${others}`} ${amount < 0 ? "got it back" : "paid"}`;
}

/** What is the viewer's of a cost: their share in the trip's currency, or undefined if they have none. */
export const partOf = ({ shares }: Pick<Cost, "shares">, me: string): number | undefined =>
  shares.find(({ personId }) => personId === me)?.share;

/** The costs in their order, gathered by day. A cost that two pages have, because one came in between, is there once. */
export function byDay(costs: readonly Cost[]): readonly { readonly day: string; readonly costs: readonly Cost[] }[] {
  const days = new Map<string, Cost[]>();
  for (const cost of new Map(costs.map((one) => [one.id, one])).values()) {
    const ofDay = days.get(cost.day);
    if (ofDay) ofDay.push(cost);
    else days.set(cost.day, [cost]);
  }
  return [...days].map(([day, ofDay]) => ({ day, costs: ofDay }));
}
