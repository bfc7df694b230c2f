import type { Database } from "../../schema/database.ts";
import { forbidden } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { isExpected } from "./expected-owner-store.ts";
import { knownStore } from "./known-store.ts";

/** For one address, which a whole group may share. */
const perMinute = 1200;

/** Tells people who add files to an album which of these it already has, so that they need not send them. Other albums are not looked at. */
export function knownRoutes(serve: Serve, database: Database): void {
  const store = knownStore(database);
  const rights = rightsStore(database);
  const adderOf = async (viewerId: string, personId: string | undefined, squadId: string | null) => {
    if (personId === undefined || personId === viewerId) return viewerId;
    if (!(await isExpected(database.db, squadId, personId))) throw forbidden("photos_for_expected_only");
    return personId;
  };
  const options = { limit: { max: perMinute, perMinutes: 1 } };
  serve.call(
    "POST /api/trips/:id/media/known",
    async ({ viewer, params, body }) => {
      const { tripId, squadId } = await memberOfTrip(rights, viewer.id, params.id);
      const adder = await adderOf(viewer.id, body.personId, squadId);
      return { known: await store.known({ tripId }, body.sha256, adder) };
    },
    options,
  );
  serve.call(
    "POST /api/squads/:id/media/known",
    async ({ viewer, params, body }) => {
      const { squadId } = await memberOf(rights, viewer.id, params.id);
      const adder = await adderOf(viewer.id, body.personId, squadId);
      return { known: await store.known({ squadId }, body.sha256, adder) };
    },
    options,
  );
}
