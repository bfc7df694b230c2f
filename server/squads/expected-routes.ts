import { withValues } from "#contract/refusals.ts";
import { maxExpected } from "#contract/seats.ts";
import { demandReal, memberOf } from "../access/rights.ts";
import { rightsStore } from "../access/rights-store.ts";
import { Problem, notFound } from "../platform/http/problem.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Ground } from "../schema/ground.ts";
import { expectedIn, expectedWrites } from "./expected-store.ts";
import { tellResults } from "../trips/trips.ts";
import { squadWrites } from "./writes-store.ts";

/** Mounts the calls about people who are still to come. */
export function expectedRoutes(serve: Serve, { database, activity }: Pick<Ground, "database" | "activity">): void {
  const rights = rightsStore(database);

  serve.call("POST /api/squads/:id/expected", async ({ viewer, params, body }) => {
    const { squadId, isDemo } = await memberOf(rights, viewer.id, params.id);
    demandReal({ isDemo });
    const tripIds = await database.transact(async (tx) => {
      const writes = expectedWrites(tx);
      if (!(await squadWrites(tx).lock(squadId))) throw notFound("squad_not_found");
      if ((await writes.count(squadId)) + body.names.length > maxExpected)
        throw new Problem("too_many", withValues("squad_expects_many", { max: maxExpected }));
      return writes.add(squadId, body.names, viewer.id);
    });
    activity.tell("members_changed", { squad: squadId, trip: tripIds });
    return expectedIn(database.db, squadId);
  });

  serve.call("PATCH /api/squads/:id/expected/:userId", async ({ viewer, params, body }) => {
    const { squadId } = await memberOf(rights, viewer.id, params.id);
    const isRenamed = await database.transact((tx) => expectedWrites(tx).rename(squadId, params.userId, body.name));
    if (!isRenamed) throw new Problem("conflict", "not_expected");
    activity.tell("members_changed", { squad: squadId });
    const found = (await expectedIn(database.db, squadId)).find(({ id }) => id === params.userId);
    if (!found) throw new Problem("conflict", "not_expected");
    return found;
  });

  serve.call("DELETE /api/squads/:id/expected/:userId", async ({ viewer, params }) => {
    const { squadId } = await memberOf(rights, viewer.id, params.id);
    const left = await database.transact(async (tx) => {
      await squadWrites(tx).lock(squadId);
      return expectedWrites(tx).remove(squadId, params.userId);
    });
    if (!left) throw new Problem("conflict", "not_expected");
    tellResults(activity, left.revealed);
    activity.tell("members_changed", { squad: squadId, trip: left.tripIds });
    return undefined;
  });
}
