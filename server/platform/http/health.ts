import type { FastifyInstance } from "fastify";
import type { Blobs } from "../blobs/blobs.ts";
import type { Database } from "../db/connect.ts";
import { version } from "../version.ts";
import { storeUnreachable } from "./errors.ts";
import { sqlText } from "../db/sql-text.ts";

const ping = { name: "ping", text: sqlText`select 1` };

/** `/healthz`: the process lives, and its version. `/readyz`: the database and the file store answer too, so a proxy may send requests. */
export function healthRoutes(app: FastifyInstance, { database, blobs }: { database: Database; blobs: Blobs }): void {
  app.get("/healthz", async () => ({ status: "ok", version }));
  app.get("/readyz", async () => {
    await database.one(ping, []);
    await blobs.answers().catch((cause: unknown) => {
      app.log.warn({ err: cause }, "The store of files does not answer");
      throw storeUnreachable();
    });
    return { status: "ok" };
  });
}
