import type { costs } from "#contract/costs.ts";
import { newId } from "../../platform/db/id.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Db } from "../../schema/database.ts";
import type { Cast, World } from "../world.ts";
import { type Rule, same } from "./rule.ts";

const cost = (world: World) => world.cost;
const payment = (world: World) => world.payment;
/** Money is the crew's alone: for everybody else, an admin of the squad too, there is nothing. */
const crewAlone = (status: number, rest: Omit<Rule, "private" | "public"> = {}) =>
  same([401, 404, 404, status, status, 404], rest);

/** Gives the cost a receipt of five bytes. */
async function withReceipt(
  { trip, squad, cost: costId }: World,
  { crew }: Cast,
  db: Db,
  blobs: Pick<Blobs, "put">,
): Promise<string> {
  const id = newId();
  await blobs.put(`${id}/original`, Buffer.from("%PDF-"));
  await db
    .insertInto("cost_receipts")
    .values({
      id,
      trip_id: trip,
      squad_id: squad,
      cost_id: costId,
      uploader_id: crew.id,
      kind: "pdf",
      file_name: "bill.pdf",
      file_type: "application/pdf",
      file_size: 5,
      sha256: Buffer.alloc(32),
      crc32: 0,
    })
    .execute();
  return costId;
}

const dinner = (_: World, { organizer }: Cast) => ({
  key: newId(),
  title: "Dinner",
  day: "2026-07-05",
  amount: 3000,
  currency: "EUR",
  payers: [{ personId: organizer.id, amount: 3000 }],
  split: "equal",
  people: [{ personId: organizer.id, weight: 1 }],
});
const paid = (_: World, { organizer, crew }: Cast) => ({
  key: newId(),
  from: organizer.id,
  to: crew.id,
  amount: 500,
});

export const rules: Record<keyof typeof costs, Rule> = {
  "GET /api/trips/:id/costs": crewAlone(200),
  "POST /api/trips/:id/costs": crewAlone(201, { body: dinner }),
  "GET /api/costs/:id": crewAlone(200, { of: cost }),
  "PATCH /api/costs/:id": crewAlone(200, { of: cost, body: () => ({ version: 1, title: "Supper" }) }),
  "DELETE /api/costs/:id": crewAlone(204, { of: cost }),
  "GET /api/costs/:id/receipt": crewAlone(200, { of: withReceipt }),
  "GET /api/trips/:id/payments": crewAlone(200),
  // A seat of the crew stands in for `crew`, who is not in the books then.
  "POST /api/trips/:id/payments": crewAlone(201, {
    body: paid,
    seats: { private: [403, 404], public: [403, 404] },
  }),
  "DELETE /api/payments/:id": crewAlone(204, { of: payment }),
  "GET /api/trips/:id/costs.csv": crewAlone(200),
  "GET /api/trips/:id/changes": crewAlone(200),
  "POST /api/changes/:id/undo": crewAlone(200, { of: ({ change }) => change, body: () => ({}) }),
};
