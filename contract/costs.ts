import { z } from "zod";
import { maxAmount, maxCostPeople } from "./cost-limits.ts";
import { defineCalls } from "./endpoint.ts";
import { Day, Id, Page, Timestamp, idWith, line, name, plain, text } from "./fields.ts";
import { currencies } from "./money/currencies.ts";
import { Person } from "./people.ts";

/** The categories of costs, in the order of the form. */
const costCategories = ["stay", "travel", "food", "drinks", "groceries", "fun", "other"] as const;
export const CostCategory = z.enum(costCategories);
export type CostCategory = z.infer<typeof CostCategory>;

/** How a cost is split: in equal parts, by shares, or by amounts that were typed. */
const costSplits = ["equal", "shares", "exact"] as const;
export const CostSplit = z.enum(costSplits);
export type CostSplit = z.infer<typeof CostSplit>;

const chooseCurrency = "Please choose a currency";
/** An ISO 4217 code of the table. */
const Currency = z.string(chooseCurrency).refine((code) => Object.hasOwn(currencies, code), chooseCurrency);

const amountMissing = "Please enter an amount";
/** Money, as a whole number of the smallest unit of its currency. */
const Amount = z
  .int(amountMissing)
  .min(-maxAmount, "This amount is too large")
  .max(maxAmount, "This amount is too large");
const NotZero = Amount.refine((amount) => amount !== 0, amountMissing);

const badRate = "Please enter the rate as a number, such as 0.0061";
/** A decimal of at most 12 digits, as it was typed: how much one unit of the cost's currency is in the trip's. */
const Rate = z
  .string(badRate)
  .max(13, badRate)
  .regex(/^\d{1,12}(?:\.\d{1,11})?$/, badRate)
  .refine((rate) => rate.replace(".", "").length <= 12 && /[1-9]/.test(rate), badRate);

const CostPerson = idWith("Please choose people of this trip");

/** Who stands in the books of a trip. */
const PersonInBooks = z.object({
  /** The id in costs, balances and payments. That of the person, unless their account is gone. */
  id: Id,
  /** Null for a former crew member, whose account is gone. */
  user: Person.nullable(),
  isCrew: z.boolean(),
  /** The squad expects this person, who has not taken a seat yet. */
  isExpected: z.boolean(),
  /** How to pay them. Only people who owe them right now see it. */
  payTo: z.string().nullable(),
});
export type PersonInBooks = z.infer<typeof PersonInBooks>;

export const Cost = z.object({
  id: Id,
  /** With which it was made. Leftover units are spread by it. */
  key: Id,
  tripId: Id,
  title: z.string(),
  /** A calendar day, sent as 00:00:00.000Z of that day. */
  day: Timestamp,
  category: CostCategory,
  note: z.string(),
  /** In the smallest unit of `currency`; negative for money back. */
  amount: Amount,
  currency: z.string(),
  /** Null for a cost in the trip's currency, and where the amount in the trip's currency was typed. */
  rate: z.string().nullable(),
  /** In the smallest unit of the trip's currency. */
  tripAmount: Amount,
  split: CostSplit,
  /** Who paid how much, in crew order. The `amount`s sum to the amount of the cost, and the `tripAmount`s to its `tripAmount`. */
  payers: z.array(z.object({ personId: Id, amount: Amount, tripAmount: Amount })),
  /**
   * Whom it is for, in crew order. `weight`: 1 for equal parts, hundredths of a share, or the typed amount without its sign in the smallest
   * unit of the cost's currency. The shares sum to `tripAmount`.
   */
  shares: z.array(z.object({ personId: Id, weight: z.int(), share: Amount })),
  /** The type of the receipt. Null without one. */
  receipt: z.enum(["picture", "pdf"]).nullable(),
  /** Who entered it. Null once they are gone. */
  writtenBy: Id.nullable(),
  /** Goes up with each change. */
  version: z.int(),
  mayChange: z.boolean(),
});
export type Cost = z.infer<typeof Cost>;

const HandedOver = z.object({ amount: NotZero.refine((amount) => amount > 0, amountMissing), currency: Currency });

export const Payment = z.object({
  id: Id,
  /** With which it was made. */
  key: Id,
  from: Id,
  to: Id,
  /** In the smallest unit of the trip's currency, more than 0. */
  amount: z.int(),
  day: Timestamp,
  note: z.string(),
  /** What was handed over, if that was another currency. */
  handedOver: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  mayDelete: z.boolean(),
});
export type Payment = z.infer<typeof Payment>;

/** One line of the plan of settling up: `from` pays `to`. */
export const SettleLine = z.object({ from: Id, to: Id, amount: z.int() });
export type SettleLine = z.infer<typeof SettleLine>;

const Books = z.object({
  /** Null until the first cost or payment. */
  currency: z.string().nullable(),
  /** The currency to offer for the first cost: that of the squad's last trip which has one. */
  offeredCurrency: z.string().nullable(),
  /** The crew in crew order, then everybody else who stands in the books. */
  people: z.array(PersonInBooks),
  /** A page of the costs that the filters leave, latest day first. */
  costs: z.array(Cost),
  /** The cursor of the next page of costs. Null after the last. */
  nextCosts: z.string().nullable(),
  /** How many costs the filters leave, and how many there are. */
  found: z.int(),
  count: z.int(),
  /** Everybody with a balance, a share or a payment, in the order of `people`. The balances sum to 0: paid − share + sent − received. */
  balances: z.array(z.object({ personId: Id, balance: z.int(), paid: z.int(), share: z.int() })),
  /** Who pays whom how much, so that everybody is even. */
  settle: z.array(SettleLine),
  /** The latest hundred payments. */
  payments: z.array(Payment),
  /** The cursor of the second page of payments, for the call of their own. */
  nextPayments: z.string().nullable(),
  totals: z.object({
    trip: z.int(),
    /** By category, the largest first. Categories without costs are left out. */
    categories: z.array(z.object({ category: CostCategory, amount: z.int() })),
  }),
  /** The last rate of each foreign currency on this trip. */
  rates: z.array(z.object({ currency: z.string(), rate: z.string() })),
  viewer: z.object({ mayAdd: z.boolean(), isOrganizer: z.boolean() }),
});
export type Books = z.infer<typeof Books>;

const Payers = z
  .array(z.object({ personId: CostPerson, amount: Amount }), "Please choose who paid")
  .min(1, "Please choose who paid")
  .max(maxCostPeople, `Please choose at most ${maxCostPeople} people`);

const People = z
  .array(
    z.object({
      personId: CostPerson,
      /** 1 for equal parts, hundredths of a share (1 to 100,000), or the amount without its sign. */
      weight: z.int("Please enter a number").min(0).max(maxAmount, "This amount is too large"),
    }),
    "Please choose whom this is for.",
  )
  .min(1, "Please choose whom this is for.")
  .max(maxCostPeople, `Please choose at most ${maxCostPeople} people`);

/** A file that was uploaded for a receipt, or null for none. */
const Receipt = z
  .object({
    /** The address that `POST /api/objects/upload` or `POST /api/uploads` returned. */
    uploadURL: plain(2000, "Please upload the receipt first"),
    fileName: plain(400).optional(),
  })
  .nullable();

const CostFields = z.object({
  title: name(80, "Please enter what it was for"),
  day: Day("Please choose a day"),
  category: CostCategory.optional(),
  note: text(500).optional(),
  amount: NotZero,
  currency: Currency,
  /** For a foreign currency, either the rate or the amount in the trip's currency. */
  rate: Rate.nullable().optional(),
  tripAmount: NotZero.nullable().optional(),
  payers: Payers,
  split: CostSplit,
  people: People,
  receipt: Receipt.optional(),
});

const Key = idWith("Please reload this page and try again");

const NewCost = CostFields.extend({
  /** A UUID that the client makes. The same key again answers 200 with the same cost. */
  key: Key,
});
export type NewCost = z.input<typeof NewCost>;

const CostEdit = CostFields.partial().extend({
  /** The version that the person saw. */
  version: z
    .int("Please reload this page and try again")
    .min(1)
    .max(2 ** 31 - 1),
});
export type CostEdit = z.input<typeof CostEdit>;

const NewPayment = z.object({
  key: Key,
  from: CostPerson,
  to: CostPerson,
  amount: NotZero.refine((amount) => amount > 0, amountMissing),
  day: Day("Please choose a day").optional(),
  note: line(140).optional(),
  handedOver: HandedOver.nullable().optional(),
  /** It follows a line of the plan. Refused if that line is shorter or gone, as when two people record the same payment. */
  alongLine: z.literal(true).optional(),
});
export type NewPayment = z.input<typeof NewPayment>;

/** A line of the history. */
export const Change = z.object({
  id: Id,
  what: z.enum(["cost", "payment"]),
  /** The id of the cost or payment. */
  of: Id,
  /** "Ben changed the amount of Dinner from €40.00 to €42.00". */
  text: z.string(),
  at: Timestamp,
  mayUndo: z.boolean(),
});
export type Change = z.infer<typeof Change>;

/** What a trip costs, who paid, and who pays whom to be even. For everybody else than the crew and people in the books there is nothing. */
export const costs = defineCalls(() => ({
  "GET /api/trips/:id/costs": {
    summary: "The costs, balances and payments of a trip, and who pays whom",
    access: "seat",
    query: Page(200, 100).extend({
      /** Only costs that this person paid for or shares. */
      person: Id.optional(),
      category: CostCategory.optional(),
    }),
    reply: Books,
  },
  "POST /api/trips/:id/costs": {
    summary: "Enter a cost (crew); the first one chooses the trip's currency",
    access: "seat",
    body: NewCost,
    reply: Cost,
    status: 201,
    mayRepeat: true,
  },
  "GET /api/costs/:id": { summary: "A cost", access: "seat", reply: Cost },
  "PATCH /api/costs/:id": {
    summary: "Change a cost: whoever entered or paid it, and organizers on the crew",
    access: "seat",
    body: CostEdit,
    reply: Cost,
  },
  "DELETE /api/costs/:id": {
    summary: "Delete a cost: whoever entered or paid it, and organizers on the crew; it can be undone for 90 days",
    access: "seat",
    reply: null,
  },
  "GET /api/costs/:id/receipt": {
    summary: "The receipt of a cost: a picture, or a PDF as a download",
    access: "seat",
    reply: null,
    file: "application/octet-stream",
  },
  "GET /api/trips/:id/payments": {
    summary: "The payments of a trip, latest first",
    access: "seat",
    query: Page(200, 100),
    reply: z.array(Payment),
  },
  "POST /api/trips/:id/payments": {
    summary: "Record a payment: its payer, its receiver, organizers on the crew; for an expected name all of the crew",
    access: "seat",
    body: NewPayment,
    reply: Payment,
    status: 201,
    mayRepeat: true,
  },
  "DELETE /api/payments/:id": {
    summary: "Delete a payment: its payer, its receiver, organizers on the crew; it can be undone for 90 days",
    access: "seat",
    reply: null,
  },
  "GET /api/trips/:id/costs.csv": {
    summary: "Costs and payments of a trip as a table, in UTF-8 with a byte order mark",
    access: "seat",
    reply: null,
    file: "text/csv",
  },
  "GET /api/trips/:id/changes": {
    summary: "What people changed in the costs and payments of a trip within 90 days, newest first",
    access: "seat",
    query: Page(100, 50).extend({ of: z.literal("costs").default("costs") }),
    reply: z.array(Change),
  },
  "POST /api/changes/:id/undo": {
    summary: "Put back what a change replaced, unless somebody has changed it since",
    access: "seat",
    body: z.object({}),
    reply: z.object({ costId: Id.nullable(), paymentId: Id.nullable() }),
  },
}));

/** The refusals of costs and payments. */
export const refusalsOfCosts = {
  cost_not_found: "Cost not found",
  payment_not_found: "Payment not found",
  change_not_found: "Change not found",
  costs_for_crew: "Only the crew of this trip can enter costs.",
  cost_not_yours: "Only {names}, who entered it, or an organizer can change this.",
  payment_not_yours: "Only who pays, who is paid, or an organizer can record or delete a payment.",
  cost_people_unknown: "Please choose people of this trip",
  cost_person_twice: "Please name each person once",
  cost_currency_stays: "This trip counts in {currency}. That stays while there are costs.",
  cost_rate_missing: "Please enter the rate, or the amount in {currency}",
  cost_rate_needless: "A cost in {currency} needs no rate",
  cost_rate_or_amount: "Please enter either the rate or the amount in {currency}",
  cost_less_than_coin: "That is less than the smallest coin of {currency}.",
  cost_too_large: "This amount is too large",
  cost_signs_differ: "Please enter all amounts as money spent, or all as money back",
  cost_payers_missing: "{amount} are missing from what was paid",
  cost_payers_too_much: "{amount} too much was paid",
  cost_shares_missing: "{amount} are missing",
  cost_shares_too_much: "{amount} too much",
  cost_weights_wrong: "Please enter shares from 0.01 to 1,000",
  cost_nobody: "Please choose whom this is for.",
  cost_changed: "{name} changed this a moment ago.",
  payment_before_costs: "Please enter a cost first. It chooses the currency of this trip.",
  payment_line_gone: "This line has been paid. Record another payment?",
  payment_to_oneself: "Please choose two people",
  change_overtaken: "Somebody has changed this since. Look at it first.",
  costs_full: "A trip can have at most {max} costs. Delete one first.",
  payments_full: "A trip can have at most {max} payments. Delete one first.",
  receipt_too_large: "This receipt is too large: at most {max} MB, please.",
  receipt_no_picture: "Please choose a photo or a PDF of the receipt",
  cost_no_receipt: "This cost has no receipt.",
} as const;
