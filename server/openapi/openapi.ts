import { z } from "zod";
import { addresses } from "#contract/addresses.ts";
import { Category } from "#contract/categories.ts";
import { FullProgress, LeaderboardEntry, OverallRanking, TripAwards, VotingProgress } from "#contract/awards.ts";
import { features, topics } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { LiveEvent } from "#contract/live.ts";
import { LikedPhoto, MediaItem } from "#contract/media-item.ts";
import { Person, User } from "#contract/people.ts";
import { Problem } from "#contract/problems.ts";
import { Stats } from "#contract/overviews.ts";
import { CrewCard, Squad, SquadCard, SquadMember } from "#contract/squads.ts";
import { TripCard, TripMember, TripViewer } from "#contract/trips.ts";

/** The parts of replies that have a name of their own in the description. Every other schema is named after its call. */
const shared = {
  Category,
  CrewCard,
  FullProgress,
  LeaderboardEntry,
  LikedPhoto,
  LiveEvent,
  MediaItem,
  Person,
  Problem,
  Squad,
  SquadCard,
  SquadMember,
  OverallRanking,
  Stats,
  TripAwards,
  TripCard,
  TripMember,
  TripViewer,
  User,
  VotingProgress,
};

const tags: Readonly<Record<keyof typeof features | keyof typeof addresses, string>> = {
  ...topics,
  navigation: "Addresses that a browser opens",
  previews: "Pictures of links in chats",
  live: "Hints that something changed",
  health: "For operators and tools",
};

/** The OpenAPI 3.1 description of every address that the server answers, except the pages. */
export function openApi() {
  const named: Named = { output: z.registry(), input: z.registry() };
  for (const [id, schema] of Object.entries(shared)) named.output.add(schema, { id });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, endpoints] of [...Object.entries(features), ...Object.entries(addresses)])
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const [method, path] = name.split(" ") as [string, string];
      (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation(tag, name, endpoint, named);
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Swellmates",
      version: "1",
      summary: "Squads, trips, photos and awards of a group of friends",
      license: { name: "All rights reserved", url: "/terms" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: [{ session: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description: "`POST /api/login` and `POST /api/register` set it",
        },
        screen: { type: "apiKey", in: "cookie", name: "tv", description: "`POST /api/tv` sets it" },
      },
      parameters: { Person: personParameter, Key: keyParameter },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          refusalName(status),
          { description, content: json({ $ref: refTo("Problem") }) },
        ]),
      ),
      schemas: { ...schemasOf(named.output, "output"), ...schemasOf(named.input, "input") },
    },
  };
}

/** Each call of a page names the person of the page. Other clients may leave the header out. */
const personParameter = {
  name: "Swellmates-Person",
  in: "header",
  required: false,
  description: "Refuses the call as 401 `other_person` if the session is that of somebody else than this person",
  schema: { type: "string", format: "uuid" },
};
const namesPerson = { $ref: "#/components/parameters/Person" };

/** A UUID in quotes, as the draft of the header demands. */
const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A UUID for this request, in quotes. The same request again, within two weeks, changes nothing and answers how things stand; another request with this key gets 422 `key_used`",
  schema: { type: "string", pattern: '^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$' },
};
const takesAKey = { $ref: "#/components/parameters/Key" };

/** The schemas that get a name of their own: of replies, and of bodies. */
type Named = Readonly<Record<"output" | "input", ReturnType<typeof z.registry<{ id: string }>>>>;

const options = { unrepresentable: "any" } as const;
const refTo = (id: string) => `#/components/schemas/${id}`;
const json = (body: unknown) => ({ "application/json": { schema: body } });

const schemasOf = (registry: Named["input"], io: "output" | "input") =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(registry, { ...options, io, uri: refTo }).schemas).map(([id, schema]) => [
      id,
      withoutHead(schema),
    ]),
  );

/** What each refusal means, whatever the call. */
const refusals = {
  400: "The request is not valid; `issues` names the fields",
  401: "Nobody is signed in, or somebody else than the call names",
  403: "The viewer can see this but not change it, or the request came from another site",
  404: "It does not exist, or the viewer may not see it",
  409: "It clashes with the present state",
  413: "Too large",
  415: "Not of a type that the server takes",
  431: "The address or a header is too long",
  default: "Any other refusal, or a fault of the server",
} as const;
const needsPerson = (access: Endpoint["access"]) => access !== "visitor" && access !== "screen";
const refusalName = (status: string) => (status === "default" ? "Fault" : `Refusal${status}`);

/** The refusals of a call. */
function refused(name: string, { access, params, query, body, bodyType }: Endpoint) {
  const hasBody = (body ?? bodyType) !== undefined;
  const isRead = /^(GET|HEAD) /.test(name);
  const applies: Readonly<Record<keyof typeof refusals, boolean>> = {
    400: query !== undefined || hasBody,
    401: needsPerson(access),
    403: !isRead,
    404: params !== undefined || access === "screen",
    409: !isRead,
    413: hasBody,
    415: hasBody,
    431: true,
    default: true,
  };
  return Object.fromEntries(
    Object.entries(applies)
      .filter(([, isSo]) => isSo)
      .map(([status]) => [status, { $ref: `#/components/responses/${refusalName(status)}` }]),
  );
}

function operation(tag: string, name: string, endpoint: Endpoint, named: Named) {
  const { summary, access, params, query, headers, body, bodyType, reply, file, isRanged, mayRepeat, takesKey } =
    endpoint;
  const operationId = idOf(name);
  const schema = reply ? refIn(named.output, reply, `${operationId}Reply`) : bytes;
  const content = (reply ?? file) && !name.startsWith("HEAD ") && { [file ?? "application/json"]: { schema } };
  const success = { description: endpoint.answer ?? "Done", ...(content && { content }) };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(!needsPerson(access) && { security: access === "screen" ? [{ screen: [] }] : [] }),
    parameters: [
      ...parameters("path", params),
      ...parameters("query", query),
      ...parameters("header", headers),
      ...(takesKey ? [takesAKey] : []),
      namesPerson,
    ],
    ...(body && {
      requestBody: { required: isRequired(body), content: json(refIn(named.input, body, `${operationId}Body`)) },
    }),
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: { schema: bytes } } } }),
    responses: {
      [endpoint.status ?? (reply || file ? 200 : 204)]: success,
      ...(mayRepeat && { 200: { ...success, description: "There was nothing to create" } }),
      ...(isRanged && {
        ...(content && { 206: { description: "The range that was asked for", content } }),
        304: { description: "The caller has it already" },
      }),
      ...refused(name, endpoint),
    },
  };
}

const bytes = { type: "string", format: "binary" };

/** `GET /api/trips/:id/media` is `getTripsByIdMedia`. */
function idOf(name: string): string {
  const [method = "", ...parts] = name.replace(" /api/", " /").split(/[ /]/);
  const words = parts.flatMap((part) => part.replace(/^:/, "by-").split(/[-.]/));
  return method.toLowerCase() + words.map(capitalized).join("");
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Refers to a schema, and names it after its first call unless it has a name. */
function refIn(registry: Named["input"], schema: z.ZodType, callName: string) {
  const id = registry.get(schema)?.id ?? capitalized(callName);
  if (!registry.has(schema)) registry.add(schema, { id });
  return { $ref: refTo(id) };
}

const schemaOf = (of: z.ZodType, io: "input" | "output") => withoutHead(z.toJSONSchema(of, { ...options, io }));

/** Without the keywords that belong at the head of a document of its own. */
function withoutHead(schema: Record<string, unknown>) {
  const { $schema: _, $id: __, ...rest } = schema;
  return rest;
}

const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

function parameters(where: "path" | "query" | "header", fields: z.ZodObject | undefined) {
  return Object.entries((fields?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || isRequired(field),
    schema: schemaOf(field, "input"),
  }));
}
