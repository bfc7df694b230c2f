import type { Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import { type DemoBooks, currency, personOf } from "./costs.ts";
import type { Demo } from "./demo.ts";
import { friendNames } from "./friends.ts";

const dayOf = (day: number) => `2025-09-${day}`;

/** Adds the costs of the demo's trip, in two currencies, of which half is settled. */
export async function addBooks(tx: Tx, demo: Demo, books: DemoBooks): Promise<void> {
  const { tripId } = demo;
  const person = personOf(demo);
  await tx.updateTable("trips").set({ currency }).where("id", "=", tripId).execute();
  await tx
    .insertInto("cost_people")
    .values(
      ([...friendNames, "me"] as const).map((name) => ({
        id: books.rows[name],
        trip_id: tripId,
        person_id: person(name),
      })),
    )
    .execute();
  await tx
    .insertInto("costs")
    .values(
      books.costs.map(({ id, key, title, day, category, amount, currency: of, split, parts, paidBy }) => ({
        id,
        key,
        title,
        category,
        amount,
        split,
        trip_id: tripId,
        day: dayOf(day),
        currency: of,
        rate: parts.rate,
        trip_amount: parts.tripAmount,
        written_by: person(paidBy),
      })),
    )
    .execute();
  await tx
    .insertInto("cost_payers")
    .values(
      books.costs.flatMap(({ id, parts }) =>
        parts.payers.map(({ personId, amount, tripAmount }) => ({
          cost_id: id,
          payer_id: personId,
          amount,
          trip_amount: tripAmount,
        })),
      ),
    )
    .execute();
  await tx
    .insertInto("cost_shares")
    .values(
      books.costs.flatMap(({ id, parts }) =>
        parts.shares.map(({ personId, weight, share }) => ({ cost_id: id, sharer_id: personId, weight, share })),
      ),
    )
    .execute();
  const names = [...friendNames, "me"] as const;
  const whoIs = (row: string) => person(names.find((name) => books.rows[name] === row)!);
  await tx
    .insertInto("payments")
    .values(
      books.payments.map(({ from, to, amount }) => ({
        id: newId(),
        key: newId(),
        trip_id: tripId,
        from_id: from,
        to_id: to,
        amount,
        day: dayOf(20),
        handed_amount: null,
        handed_currency: null,
        entered_by: whoIs(from),
      })),
    )
    .execute();
}
