import { maxCosts } from "#contract/cost-limits.ts";
import { attachment } from "../../media/photos/file-name.ts";
import { lastId } from "../../platform/db/id.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { seeBooks } from "../access.ts";
import { paymentStore } from "../payments/store.ts";
import { findBooksPeople } from "../people-store.ts";
import { costStore } from "../store.ts";
import { csvOf } from "./csv.ts";

/** The reply is large, and nobody needs it often. */
const requestLimit = { limit: { max: 30, perMinutes: 1 } };

/** The books of a trip as a table. */
export function csvRoutes(serve: Serve, { database: { db } }: Pick<Ground, "database">): void {
  const rights = booksRightsStore(db);

  serve.file(
    "GET /api/trips/:id/costs.csv",
    async ({ viewer, params, reply }) => {
      const { tripId, tripName, currency } = await seeBooks(rights, viewer.id, params.id);
      const [people, costs, payments] = await Promise.all([
        findBooksPeople(db, tripId),
        costStore(db).page(tripId, {}, null, maxCosts),
        paymentStore(db).page(tripId, lastId, maxCosts),
      ]);
      return reply
        .type("text/csv; charset=utf-8")
        .headers({
          "content-disposition": attachment(`Costs of ${tripName}.csv`),
          "cache-control": "private, no-cache",
        })
        .send(csvOf({ currency, people, costs, payments }));
    },
    requestLimit,
  );
}
