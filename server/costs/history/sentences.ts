import { formerCrewMember } from "#contract/former-crew-member.ts";
import { listed, locale } from "#contract/locale.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import type { CostThen, PaymentThen } from "../note-change-store.ts";
import { type Part, partsBetween } from "./parts.ts";
import type { ChangeOfCost, ChangeOfPayment, Named, StoredChange } from "./store.ts";

type Names = ReadonlyMap<string, Named>;

/** Says who did what: "Ben changed the amount of Dinner from €40.00 to €42.00". */
export const sentenceOf = (change: StoredChange, names: Names): string =>
  `${change.by ?? formerCrewMember} ${change.kind === "cost" ? costDone(change) : paymentDone(change, names)}`;

function costDone({ before, after, isAgain }: ChangeOfCost): string {
  if (!before) {
    if (!after) return "changed a cost";
    return isAgain ? `brought ${after.title} back` : `entered ${after.title}, ${amountOf(after)}`;
  }
  return after ? edited(before, after) : `deleted ${before.title}`;
}

/** Names one part with what it was and is, and several without. */
function edited(before: CostThen, after: CostThen): string {
  const parts = toldParts(before, after);
  const [part] = parts;
  if (part === undefined) return `saved ${after.title} anew`;
  if (parts.length > 1) return `changed ${listed(parts.map((one) => partNames[one]))} of ${before.title}`;
  const title = after.title;
  switch (part) {
    case "title":
      return `renamed ${before.title} to ${title}`;
    case "day":
      return `moved ${title} from ${dayOf(before)} to ${dayOf(after)}`;
    case "category":
      return `changed the category of ${title} from ${before.category} to ${after.category}`;
    case "receipt":
      if (before.receipt === null) return `added a receipt to ${title}`;
      return after.receipt === null ? `took the receipt off ${title}` : `replaced the receipt of ${title}`;
    case "money":
      return `changed ${moneyOf(before, after, title)}`;
    case "payers":
      return `changed who paid for ${title}`;
    default:
      return `changed ${partNames[part]} of ${title}`;
  }
}

const partNames: Readonly<Record<Part, string>> = {
  title: "the name",
  day: "the day",
  category: "the category",
  note: "the note",
  receipt: "the receipt",
  money: "the amount",
  payers: "who paid",
  people: "the split",
};

/** The parts that somebody chose to change. With the money everybody's amounts change, which needs no words. */
function toldParts(before: CostThen, after: CostThen): readonly Part[] {
  const parts = partsBetween(before, after);
  if (!parts.has("money")) return [...parts];
  const payers = ({ payers: all }: CostThen) => String(all.map(({ id }) => id));
  const people = ({ split, shares }: CostThen) =>
    split + String(shares.map(({ id, weight }) => (split === "exact" ? id : `${id} ${weight}`)));
  return [...parts].filter(
    (part) =>
      !(
        (part === "payers" || part === "people") &&
        { payers, people }[part](before) === { payers, people }[part](after)
      ),
  );
}

function moneyOf(before: CostThen, after: CostThen, title: string): string {
  const isSame = before.amount === after.amount && before.currency === after.currency;
  if (!isSame) return `the amount of ${title} from ${amountOf(before)} to ${amountOf(after)}`;
  if (before.rate !== null && after.rate !== null) return `the rate of ${title} from ${before.rate} to ${after.rate}`;
  const inTrip = ({ tripAmount, tripCurrency }: CostThen) => formatAmount(tripAmount, tripCurrency);
  return `what ${title} came to from ${inTrip(before)} to ${inTrip(after)}`;
}

function paymentDone({ by, before, after, isAgain }: ChangeOfPayment, names: Names): string {
  const payment = after ?? before;
  if (!payment) return "changed a payment";
  const { from, to, amount } = inWords(payment, names);
  if (!after) return `deleted the payment of ${amount} from ${from} to ${to}`;
  if (isAgain) return `brought back the payment of ${amount} from ${from} to ${to}`;
  if (by !== null && payment.enteredBy === payment.from) return `recorded a payment of ${amount} to ${to}`;
  if (by !== null && payment.enteredBy === payment.to) return `recorded a payment of ${amount} from ${from}`;
  return `recorded that ${from} paid ${to} ${amount}`;
}

function inWords({ from, to, amount, tripCurrency }: PaymentThen, names: Names) {
  const nameOf = (row: string) => names.get(row)?.name ?? `a ${formerCrewMember.toLowerCase()}`;
  return { from: nameOf(from), to: nameOf(to), amount: formatAmount(amount, tripCurrency) };
}

const amountOf = ({ amount, currency }: CostThen) => formatAmount(amount, currency);

const dayOf = ({ day }: CostThen) =>
  new Date(day).toLocaleDateString(locale, { day: "numeric", month: "long", timeZone: "UTC" });
