import { nextPage } from "../../platform/http/cursor.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { seeBooks, seeChange } from "../access.ts";
import { readIdCursor } from "../payments/cursor.ts";
import { paymentStore } from "../payments/store.ts";
import { openPaymentWriting } from "../payments/write-payment.ts";
import { findBooksPeople } from "../people-store.ts";
import { costStore } from "../store.ts";
import { openCostWriting } from "../write-cost.ts";
import { presentChange } from "./present-changes.ts";
import { historyStore } from "./store.ts";
import { undoCost, undoPayment } from "./undo.ts";
import { undoWrites } from "./undo-store.ts";

/** The history of costs and payments, and its undoing. */
export function historyRoutes(serve: Serve, parts: Pick<Ground, "database" | "activity">): void {
  const { db } = parts.database;
  const rights = booksRightsStore(db);
  const history = historyStore(db);
  const writeCost = openCostWriting(parts);
  const writePayment = openPaymentWriting(parts);

  serve.call("GET /api/trips/:id/changes", async ({ viewer, params, query, request, reply }) => {
    const access = await seeBooks(rights, viewer.id, params.id);
    const { tripId } = access;
    const [people, names, changes] = await Promise.all([
      findBooksPeople(db, tripId),
      history.names(tripId),
      history.page(tripId, readIdCursor(query.cursor), query.limit),
    ]);
    const idsOf = (kind: "cost" | "payment") => [
      ...new Set(changes.filter((one) => one.kind === kind).map(({ thingId }) => thingId)),
    ];
    const [costs, payments] = await Promise.all([
      costStore(db).findCosts(idsOf("cost")),
      paymentStore(db).findPayments(idsOf("payment")),
    ]);
    nextPage(request, reply, changes.length === query.limit ? changes.at(-1)!.id : null);
    const present = { access, people, names, costs: byId(costs), payments: byId(payments) };
    return changes.map((change) => presentChange(change, present));
  });

  serve.call("POST /api/changes/:id/undo", async ({ viewer, params }) => {
    const access = await seeChange(rights, viewer.id, params.id);
    const change = await history.find(params.id);
    if (!change) throw notFound("change_not_found");
    if (change.kind === "cost") {
      const { after: cost } = await writeCost(access.tripId, async (writes, tx) =>
        undoCost(writes, undoWrites(tx, writes), access, change, await historyStore(tx).names(access.tripId)),
      );
      return { costId: cost?.id ?? null, paymentId: null };
    }
    const { after: payment } = await writePayment(access.tripId, async (writes, tx) =>
      undoPayment(writes, undoWrites(tx, writes.costs), access, change, await historyStore(tx).names(access.tripId)),
    );
    return { costId: null, paymentId: payment?.id ?? null };
  });
}

const byId = <T extends { readonly id: string }>(things: readonly T[]) => new Map(things.map((one) => [one.id, one]));
