import { randomUUID } from "node:crypto";
import type { Door } from "./door.ts";
import type { Who } from "./people.ts";

interface TryCost {
  readonly title: string;
  readonly category: string;
  readonly amount: number;
  readonly currency?: string;
  readonly rate?: string;
  /** Who paid, by their place in the crew. */
  readonly by: number;
  /** Whom it is for, by their places. Without it, everybody. */
  readonly people?: readonly number[];
}

const costs: readonly TryCost[] = [
  { title: "House, all nights", category: "stay", amount: 84_000, by: 0 },
  { title: "Groceries", category: "groceries", amount: 6215, by: 1 },
  { title: "Van and diesel", category: "travel", amount: 31_450, by: 2 },
  { title: "Flight bags", category: "travel", amount: 9000, currency: "GBP", rate: "1.1534", by: 1, people: [0, 1] },
  { title: "Grilled fish", category: "food", amount: 7380, by: 0 },
  { title: "Board hire", category: "fun", amount: 4500, by: 2, people: [0, 2] },
  { title: "Deposit of the house", category: "stay", amount: -5000, by: 0 },
];

/** Has the crew of a trip enter what it cost. On a past trip the first line of the plan of settling up is paid. */
export async function addCosts(
  doors: Readonly<Record<Who, Door>>,
  idOf: (who: Who) => string,
  tripId: string,
  { crew, firstDay, isOver }: { readonly crew: readonly Who[]; readonly firstDay: string; readonly isOver: boolean },
): Promise<void> {
  const address = `/api/trips/${tripId}`;
  for (const { by, people = crew.keys(), currency = "EUR", rate, amount, ...cost } of costs)
    await doors[crew[by]!].call("POST", `${address}/costs`, {
      ...cost,
      amount,
      currency,
      rate,
      key: randomUUID(),
      day: firstDay,
      payers: [{ personId: idOf(crew[by]!), amount }],
      split: "equal",
      people: [...people].map((at) => ({ personId: idOf(crew[at]!), weight: 1 })),
    });
  const { settle } = (await doors[crew[0]!].call("GET", `${address}/costs`)) as {
    settle: readonly { readonly from: string; readonly to: string; readonly amount: number }[];
  };
  const [line] = settle;
  if (!isOver || !line) return;
  const payer = crew.find((who) => idOf(who) === line.from)!;
  await doors[payer].call("POST", `${address}/payments`, { key: randomUUID(), ...line });
}
