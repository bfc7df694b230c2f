import type { FastifyInstance } from "fastify";
import { openApi } from "./openapi.ts";

/** `/api/openapi.json`: made from the schemas that validate, at the first request. */
export function openApiRoute(app: FastifyInstance): void {
  let text: string | undefined;
  app.get("/api/openapi.json", async (_request, reply) => {
    text ??= JSON.stringify(openApi());
    return reply.type("application/json; charset=utf-8").send(text);
  });
}
