import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Category } from "#contract/categories.ts";
import { FullProgress, LeaderboardEntry, OverallRanking, VotingProgress } from "#contract/awards.ts";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { MediaItem } from "#contract/media-item.ts";
import { Person, User } from "#contract/people.ts";
import { Problem } from "#contract/problems.ts";
import { Stats } from "#contract/screens.ts";
import { Squad, SquadCard, SquadMember } from "#contract/squads.ts";
import { TripCard, TripMember, TripViewer } from "#contract/trips.ts";

/** The parts of replies that have a name of their own in the description. Every other schema is named after its call. */
const shared = {
  Category,
  FullProgress,
  LeaderboardEntry,
  MediaItem,
  Person,
  Problem,
  Squad,
  SquadCard,
  SquadMember,
  OverallRanking,
  Stats,
  TripCard,
  TripMember,
  TripViewer,
  User,
  VotingProgress,
};

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
  const replies = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(shared)) replies.add(schema, { id });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const [method, path] = name.split(" ") as [string, string];
    const at = path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[at] ??= {})[method.toLowerCase()] = operation(name, calls[name], replies);
  }
  const { schemas } = z.toJSONSchema(replies, { ...options, io: "output", uri: refTo });
  return {
    openapi: "3.1.0",
    info: { title: "Swellmates", version: "1" },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutHead(schema)])),
    },
  };
}

type Replies = ReturnType<typeof z.registry<{ id: string }>>;

const options = { unrepresentable: "any" } as const;
const refTo = (id: string) => `#/components/schemas/${id}`;

function operation(name: CallName, endpoint: Endpoint, replies: Replies) {
  const operationId = idOf(name);
  const status = endpoint.status ?? (endpoint.reply || endpoint.file ? 200 : 204);
  const content = endpoint.reply
    ? json(refIn(replies, endpoint.reply, operationId))
    : endpoint.file && { [endpoint.file]: { schema: { type: "string", format: "binary" } } };
  return {
    operationId,
    tags: [name.split("/")[2]],
    summary: endpoint.summary,
    ...(endpoint.access === "user" && { security: [{ session: [] }] }),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: isRequired(endpoint.body), content: json(inputSchema(endpoint.body)) },
    }),
    responses: {
      [status]: { description: "Done", ...(content && { content }) },
      default: { description: "Refused, with the reason", content: json({ $ref: refTo("Problem") }) },
    },
  };
}

/** `GET /api/trips/:id/media` is `getTripsByIdMedia`. */
function idOf(name: CallName): string {
  const [method = "", , , ...parts] = name.split(/[ /]/);
  const words = parts.flatMap((part) => part.replace(/^:/, "by-").split(/[-.]/));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Refers to the schema of a reply, and names it after its call unless it has a name. */
function refIn(replies: Replies, reply: z.ZodType, operationId: string) {
  const id = replies.get(reply)?.id ?? `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Reply`;
  if (!replies.has(reply)) replies.add(reply, { id });
  return { $ref: refTo(id) };
}

const json = (body: unknown) => ({ "application/json": { schema: body } });

const inputSchema = (of: z.ZodType) => withoutHead(z.toJSONSchema(of, { ...options, io: "input" }));

/** Without the keywords that belong at the head of a document of its own. */
function withoutHead(schema: Record<string, unknown>) {
  const { $schema: _, $id: __, ...rest } = schema;
  return rest;
}

const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

function parameters(where: "path" | "query", fields: z.ZodObject | undefined) {
  return Object.entries((fields?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || isRequired(field),
    schema: inputSchema(field),
  }));
}
