import { crewOf, memberOfTrip, seeTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Ground } from "../../schema/ground.ts";
import { notFound } from "../../platform/http/problem.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { limitCreating } from "../../platform/throttle/throttle.ts";
import { addReceipt, demandMayRemove, giveHeart, shuffled } from "./receipts.ts";
import { receiptStore, receiptWrites } from "./store.ts";

type Parts = Pick<Ground, "database" | "guesses">;

/** Mounts the calls of receipts. They send no live hint: its moment would tell who is at a phone. */
export function receiptRoutes(serve: Serve, { database, guesses }: Parts): void {
  const countCreated = limitCreating(guesses);
  const store = receiptStore(database);
  const rights = rightsStore(database);

  /** A missing receipt gets the same 404 as one of a trip that the viewer may not see. */
  const receiptOf = async (id: string) => {
    const receipt = await store.findReceipt(id);
    if (!receipt) throw notFound("trip_not_found");
    return receipt;
  };

  serve.call("GET /api/trips/:id/receipts", async ({ viewer, params }) => {
    return shuffled(await store.receiptsOf(await memberOfTrip(rights, viewer.id, params.id)));
  });

  serve.call("POST /api/categories/:id/receipts", async ({ viewer, params, body, repeated }) => {
    const tripId = await store.findTripOfAward(params.id);
    if (tripId === undefined) throw notFound("trip_not_found");
    const crew = await crewOf(rights, viewer.id, tripId);
    await countCreated(viewer.id);
    const { id, isNew } = await database.transact((tx) => addReceipt(receiptWrites(tx), crew, params.id, body));
    if (!isNew) repeated();
    return { id };
  });

  serve.call("DELETE /api/receipts/:id", async ({ viewer, params, request }) => {
    const receipt = await receiptOf(params.id);
    demandMayRemove(await seeTrip(rights, viewer.id, receipt.tripId), receipt);
    await store.remove(receipt.id);
    // A line in the log about an author who takes down their own receipt would name them.
    if (receipt.authorId !== viewer.id)
      logSecurity(request, "receipt_removed", { trip: receipt.tripId, receipt: receipt.id });
    return undefined;
  });

  serve.call("PUT /api/receipts/:id/heart", async ({ viewer, params }) => {
    const { id, tripId } = await receiptOf(params.id);
    const crew = await crewOf(rights, viewer.id, tripId);
    await database.transact((tx) => giveHeart(receiptWrites(tx), crew, id));
    return undefined;
  });

  serve.call("DELETE /api/receipts/:id/heart", async ({ viewer, params }) => {
    const { id, tripId } = await receiptOf(params.id);
    await store.takeHeart(id, (await crewOf(rights, viewer.id, tripId)).userId);
    return undefined;
  });
}
