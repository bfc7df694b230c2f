import { newId } from "../../platform/db/id.ts";
import type { Life } from "./life.ts";

/** Somebody enters a dinner that the first of the crew paid for all of it, and pays them. It tells nothing of a ballot. */
export async function spend({ worlds, crew, here }: Life): Promise<string> {
  const people = [...crew];
  const first = people[0];
  // Names that are still expected have no session.
  const who = here().findLast((person) => crew.has(person) && person !== first);
  if (!first || !who) return "nobody spends";
  const cost = { title: "Dinner", day: "2026-07-05", amount: 1001, currency: "EUR", split: "equal" };
  const named = {
    payers: [{ personId: first.id, amount: 1001 }],
    people: people.map(({ id }) => ({ personId: id, weight: 1 })),
  };
  const post = (path: string, body: object) =>
    worlds.call({ method: "POST", path, who, body: { ...body, key: newId() } });
  const entered = await post("/api/trips/{trip}/costs", { ...cost, ...named });
  const paid = await post("/api/trips/{trip}/payments", { from: who.id, to: first.id, amount: 100 });
  if (entered.status !== 201 || paid.status !== 201) throw new Error(`${who.name} could not enter a dinner`);
  return `${who.name} enters a dinner and pays ${first.name}`;
}
