import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { Problem } from "#contract/problems.ts";

/** `/api/openapi.json`: made from the schemas that validate, at the first request. */
export function openApiRoute(app: FastifyInstance): void {
  let text: string | undefined;
  app.get("/api/openapi.json", async (_request, reply) => {
    text ??= JSON.stringify(openApi());
    return reply.type("application/json; charset=utf-8").send(text);
  });
}

/** The OpenAPI 3.1 description of every call in the contract. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const [method, path] = name.split(" ") as [string, string];
    const at = path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[at] ??= {})[method.toLowerCase()] = operation(calls[name]);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Swellmates", version: "1" },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: { Problem: schema(Problem, "output") },
    },
  };
}

function operation(endpoint: Endpoint) {
  const status = endpoint.status ?? (endpoint.reply || endpoint.file ? 200 : 204);
  const content = endpoint.reply
    ? json(schema(endpoint.reply, "output"))
    : endpoint.file && { [endpoint.file]: { schema: { type: "string", format: "binary" } } };
  return {
    summary: endpoint.summary,
    ...(endpoint.access === "user" && { security: [{ session: [] }] }),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query)],
    ...(endpoint.body && { requestBody: { content: json(schema(endpoint.body, "input")) } }),
    responses: {
      [status]: { description: "Done", ...(content && { content }) },
      default: { description: "Refused, with the reason", content: json({ $ref: "#/components/schemas/Problem" }) },
    },
  };
}

const json = (body: unknown) => ({ "application/json": { schema: body } });

function schema(of: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(of, { io, unrepresentable: "any" });
  return rest;
}

function parameters(where: "path" | "query", fields: z.ZodObject | undefined) {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path",
    schema: schema(field as z.ZodType, "input"),
  }));
}
