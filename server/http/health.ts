import type { FastifyInstance } from "fastify";
import type { Database } from "../db/connect.ts";

const ping = { name: "ping", text: "select 1" };

/** `/healthz`: the process lives. `/readyz`: the database answers too, so it may be sent requests. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await database.one(ping, []);
    return { status: "ok" };
  });
}
