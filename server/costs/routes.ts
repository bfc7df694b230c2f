import type { TakeFiles } from "../media/photos/take-files.ts";
import { notFound } from "../platform/http/problem.ts";
import type { Serve } from "../platform/http/serve.ts";
import { limitCreating } from "../platform/throttle/throttle.ts";
import type { Ground } from "../schema/ground.ts";
import { booksRightsStore } from "./access-store.ts";
import { seeBooks, seeCost } from "./access.ts";
import { editCost } from "./cost-edits.ts";
import { type WrittenCost, addCost, removeCost } from "./costs.ts";
import { findBooksPeople } from "./people-store.ts";
import { openReceipts } from "./receipts.ts";
import { costStore } from "./store.ts";
import { presentCost } from "./stored-cost.ts";
import { openCostWriting } from "./write-cost.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "guesses"> {
  readonly takeFiles: TakeFiles;
}

/** Costs, one by one. */
export function costRoutes(serve: Serve, { database, activity, guesses, takeFiles }: Parts): void {
  const countCreated = limitCreating(guesses);
  const { db } = database;
  const rights = booksRightsStore(db);
  const store = costStore(db);
  const receipts = openReceipts(takeFiles);
  const writeCost = openCostWriting({ database, activity });

  serve.call("POST /api/trips/:id/costs", async ({ viewer, params, body, repeated }) => {
    const access = await seeBooks(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    await receipts.arrive(body.receipt, viewer.id);
    const written = await writeCost(access.tripId, (writes, tx) => addCost(writes, access, body, receipts.setIn(tx)));
    if (written.before) repeated();
    return presented(written);
  });

  serve.call("GET /api/costs/:id", async ({ viewer, params }) => {
    const access = await seeCost(rights, viewer.id, params.id);
    const [people, cost] = await Promise.all([findBooksPeople(db, access.tripId), store.findCost(params.id)]);
    if (!cost) throw notFound("cost_not_found");
    return presentCost(access, people, cost);
  });

  serve.call("PATCH /api/costs/:id", async ({ viewer, params, body }) => {
    const access = await seeCost(rights, viewer.id, params.id);
    await receipts.arrive(body.receipt, viewer.id);
    return presented(
      await writeCost(access.tripId, (writes, tx) => editCost(writes, access, params.id, body, receipts.setIn(tx))),
    );
  });

  serve.call("DELETE /api/costs/:id", async ({ viewer, params }) => {
    const access = await seeCost(rights, viewer.id, params.id);
    await writeCost(access.tripId, (writes) => removeCost(writes, access, params.id));
    return undefined;
  });
}

function presented({ access, people, after }: WrittenCost) {
  if (!after) throw notFound("cost_not_found");
  return presentCost(access, people, after);
}
