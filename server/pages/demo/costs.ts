import { randomUUID } from "node:crypto";
import type { CostCategory } from "#contract/costs.ts";
import { type CostParts, costParts } from "#contract/money/cost-parts.ts";
import { type Transfer, settleUp } from "#contract/money/settle.ts";
import { newId } from "../../platform/db/id.ts";
import type { Demo } from "./demo.ts";
import { type FriendName, friendNames } from "./friends.ts";

/** The currency in which the demo's trip counts. */
export const currency = "EUR";

type Payer = FriendName | "me";

interface DemoCost {
  readonly title: string;
  /** Counted from the first day of September. */
  readonly day: number;
  readonly category: CostCategory;
  readonly paidBy: Payer;
  readonly amount: number;
  /** In British pounds, at this rate. */
  readonly rate?: string;
  /** Everybody, unless it names some. */
  readonly people?: readonly Payer[];
  /** Hundredths of a share, in the order of `people`. */
  readonly shares?: readonly number[];
}

const cost = (
  day: number,
  title: string,
  category: CostCategory,
  paidBy: Payer,
  amount: number,
  more: Pick<DemoCost, "rate" | "people" | "shares"> = {},
): DemoCost => ({ day, title, category, paidBy, amount, ...more });

const costs: readonly DemoCost[] = [
  cost(13, "Van for a week", "travel", "Jonas", 46_800),
  cost(13, "Roof rack", "travel", "Jonas", 4990, { rate: "1.1534" }),
  cost(13, "House by the church", "stay", "Rosa", 98_000),
  cost(13, "Groceries, first round", "groceries", "Lupe", 8735),
  cost(14, "Board hire", "fun", "Kai", 12_000, { people: ["Kai", "Tomo", "me"], shares: [100, 200, 100] }),
  cost(14, "Sardines", "food", "me", 5460),
  cost(15, "Diesel", "travel", "Jonas", 7124),
  cost(15, "Coffee, far too much", "drinks", "Lupe", 2310, { people: ["Lupe", "Rosa", "me"] }),
  cost(16, "Wax and leashes", "other", "Tomo", 3895, { rate: "1.1534", people: ["Tomo", "Kai", "Lupe"] }),
  cost(16, "Groceries, second round", "groceries", "me", 6418),
  cost(17, "Boat to the cave", "fun", "Kai", 15_000),
  cost(18, "Pizza for Jonas and the map", "food", "Rosa", 4125),
  cost(19, "Firewood", "other", "Tomo", 1800),
  cost(20, "Deposit of the house", "stay", "Rosa", -10_000),
];

/** What everybody has of the costs, with the amounts that the rules of money make of them. */
interface PlannedCost extends Omit<DemoCost, "shares" | "people"> {
  readonly id: string;
  readonly key: string;
  readonly currency: string;
  readonly split: "equal" | "shares";
  readonly parts: CostParts;
}

/** The demo's books: people stand in them by the ids of their rows. */
export interface DemoBooks {
  readonly rows: Readonly<Record<Payer, string>>;
  readonly costs: readonly PlannedCost[];
  /** Every second line of the plan of settling up is paid. */
  readonly payments: readonly Transfer[];
}

export function planBooks(): DemoBooks {
  const crew: readonly Payer[] = [...friendNames, "me"];
  const rows = Object.fromEntries(crew.map((name) => [name, newId()])) as Record<Payer, string>;
  const planned = costs.map(({ shares, people = crew, rate, ...one }): PlannedCost => {
    const key = randomUUID();
    const [split, of] = [shares ? "shares" : "equal", rate === undefined ? currency : "GBP"] as const;
    const parts = costParts(
      {
        key,
        split,
        amount: one.amount,
        currency: of,
        rate: rate ?? null,
        tripAmount: null,
        payers: [{ personId: rows[one.paidBy], amount: one.amount }],
        people: crew
          .filter((name) => people.includes(name))
          .map((name) => ({ personId: rows[name], weight: shares?.[people.indexOf(name)] ?? 1 })),
      },
      currency,
    );
    if ("fault" in parts) throw new Error(`${one.title} does not add up: ${parts.fault}`);
    return { ...one, id: newId(), key, currency: of, split, parts };
  });
  return { rows, costs: planned, payments: settleUp(balancesOf(rows, planned), []).filter((_, at) => at % 2 === 0) };
}

function balancesOf(rows: DemoBooks["rows"], planned: readonly PlannedCost[]) {
  return Object.values(rows).map((id) => ({
    id,
    balance: planned.reduce((sum, { parts: { payers, shares } }) => {
      const paid = payers.find(({ personId }) => personId === id)?.tripAmount ?? 0;
      return sum + paid - (shares.find(({ personId }) => personId === id)?.share ?? 0);
    }, 0),
  }));
}

/** The ids of the people of the demo. */
export const personOf =
  ({ userId, friendIds }: Pick<Demo, "userId" | "friendIds">) =>
  (name: Payer): string =>
    name === "me" ? userId : friendIds[name];
