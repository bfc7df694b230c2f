import { nextPage } from "../../platform/http/cursor.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { limitCreating } from "../../platform/throttle/throttle.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { seeBooks, seePayment } from "../access.ts";
import { findBooksPeople } from "../people-store.ts";
import { readIdCursor } from "./cursor.ts";
import { addPayment, presentPayment, removePayment } from "./payments.ts";
import { paymentStore } from "./store.ts";
import { openPaymentWriting } from "./write-payment.ts";

type Parts = Pick<Ground, "database" | "activity" | "guesses">;

/** Payments between people in the books of a trip. */
export function paymentRoutes(serve: Serve, { database, activity, guesses }: Parts): void {
  const countCreated = limitCreating(guesses);
  const { db } = database;
  const rights = booksRightsStore(db);
  const store = paymentStore(db);
  const writePayment = openPaymentWriting({ database, activity });

  serve.call("GET /api/trips/:id/payments", async ({ viewer, params, query, request, reply }) => {
    const access = await seeBooks(rights, viewer.id, params.id);
    const [people, payments] = await Promise.all([
      findBooksPeople(db, access.tripId),
      store.page(access.tripId, readIdCursor(query.cursor), query.limit),
    ]);
    nextPage(request, reply, payments.length === query.limit ? payments.at(-1)!.id : null);
    return payments.map((payment) => presentPayment(access, people, payment));
  });

  serve.call("POST /api/trips/:id/payments", async ({ viewer, params, body, repeated }) => {
    const seen = await seeBooks(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    const { access, people, before, after } = await writePayment(seen.tripId, (writes) =>
      addPayment(writes, seen, body),
    );
    if (before) repeated();
    if (!after) throw notFound("payment_not_found");
    return presentPayment(access, people, after);
  });

  serve.call("DELETE /api/payments/:id", async ({ viewer, params }) => {
    const access = await seePayment(rights, viewer.id, params.id);
    await writePayment(access.tripId, (writes) => removePayment(writes, access, params.id));
    return undefined;
  });
}
