import type { FastifyInstance } from "fastify";
import { version } from "../version.ts";

/** Mounts `GET /healthz`: the process lives, and its version. */
export function healthRoutes(app: FastifyInstance): void {
  app.get("/healthz", async () => ({ status: "ok", version }));
}
