// Decision 118: what counts as a look, and what is new since.
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { lookWrites } from "./store.ts";

/** The calls by which people say until when they have seen a gallery. */
export function seenRoutes(serve: Serve, { database, activity }: Pick<Ground, "database" | "activity">): void {
  const rights = rightsStore(database);
  const tell = (id: string) => activity.tell("gallery_seen", { person: id });

  serve.call("PUT /api/trips/:id/seen", async ({ viewer, params, body: { until } }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const isMoved = await database.transact(async (tx) => {
      const writes = lookWrites(tx);
      if (!(await writes.seeTrip(trip, until))) return false;
      if (trip.squadId) await writes.followInSquad(trip, until);
      return true;
    });
    if (isMoved) tell(viewer.id);
    return undefined;
  });
  serve.call("PUT /api/squads/:id/seen", async ({ viewer, params, body: { until } }) => {
    const squad = await memberOf(rights, viewer.id, params.id);
    if (await database.transact((tx) => lookWrites(tx).seeSquad(squad, until))) tell(viewer.id);
    return undefined;
  });
}
