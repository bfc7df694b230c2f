import { randomUUID } from "node:crypto";
import { type Body, type Client, type Reply, type TestApp, type TestPerson, rows } from "./app.ts";
import { newTrip } from "./builders.ts";

/** What a test says of a new cost; the rest is usual. */
export interface SomeCost {
  readonly [field: string]: unknown;
}

type Of = Pick<TestPerson, "id">;

/** A dinner for €30.00 that the first of these people paid, for all of them in equal parts. */
export const dinnerOf = (people: readonly [Of, ...Of[]], more: SomeCost = {}) => ({
  key: randomUUID(),
  title: "Dinner",
  day: "2026-07-05",
  category: "food",
  amount: 3000,
  currency: "EUR",
  payers: [{ personId: people[0].id, amount: more["amount"] ?? 3000 }],
  split: "equal",
  people: people.map(({ id }) => ({ personId: id, weight: 1 })),
  ...more,
});

/** A trip of Ana, Bo and Cleo, with what tests of its books ask again and again. */
export async function newBooks(swell: TestApp) {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  const { ana, trip } = made;
  const bo = made.bo!;
  const cleo = made.cleo!;
  const costs = `/api/trips/${trip}/costs`;
  /** Enters a dinner of all three, paid by Ana, with these changes. */
  const enter = (who: Client, more: SomeCost = {}) => who.post(costs, dinnerOf([ana, bo, cleo], more));
  const pay = (who: Client, from: Of, to: Of, amount: number, more: SomeCost = {}) =>
    who.post(`/api/trips/${trip}/payments`, { key: randomUUID(), from: from.id, to: to.id, amount, ...more });
  const books = async (who: Client, query = "") => (await who.get(`${costs}${query}`)).body;
  /** What each of these people gets back or owes. */
  const balances = async (who: Client, ...people: readonly Of[]) => {
    const all = rows((await books(who))["balances"]) as unknown as { personId: string; balance: number }[];
    return people.map(({ id }) => all.find(({ personId }) => personId === id)?.balance ?? null);
  };
  /** Puts a name that is still expected onto the crew, as on a trip to come. */
  const expectMaya = async () => {
    await swell.database.db.updateTable("trips").set({ end_date: "2999-12-31" }).where("id", "=", trip).execute();
    const added = await ana.post(`/api/squads/${made.squad}/expected`, { names: ["Maya"] });
    return { id: String(rows(added.body)[0]!["id"]) };
  };
  return { ...made, ana, bo, cleo, expectMaya, costs, enter, pay, books, balances };
}

/** The id of what a reply made; fails on a refusal. */
export function idOf({ status, body, text }: Reply): string {
  if (status >= 300) throw new Error(`Refused: ${text}`);
  return String(body["id"]);
}

/** The shares of a cost, in its order. */
export const sharesOf = (cost: Body) => rows(cost["shares"]).map(({ share }) => share);
