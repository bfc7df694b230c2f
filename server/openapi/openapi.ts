import { z } from "zod";
import { Category } from "#contract/categories.ts";
import { FullProgress, LeaderboardEntry, OverallRanking, TripAwards, VotingProgress } from "#contract/awards.ts";
import { features } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { LikedPhoto, MediaItem } from "#contract/media-item.ts";
import { Person, User } from "#contract/people.ts";
import { Problem } from "#contract/problems.ts";
import { Stats } from "#contract/overviews.ts";
import { CrewCard, Squad, SquadCard, SquadMember } from "#contract/squads.ts";
import { TripCard, TripMember, TripViewer } from "#contract/trips.ts";
import { type OtherPath, otherPaths } from "./other-paths.ts";

/** The parts of replies that have a name of their own in the description. Every other schema is named after its call. */
const shared = {
  Category,
  CrewCard,
  FullProgress,
  LeaderboardEntry,
  LikedPhoto,
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

const tags: Readonly<Record<keyof typeof features | OtherPath["tag"], string>> = {
  people: "Registration, sign-in, profiles, and the people around the viewer",
  account: "The viewer's own account",
  emails: "Confirming and changing an email address",
  identity: "Accounts at an identity provider that are linked to mine",
  sessions: "Where I am signed in",
  passkeys: "Passkeys (WebAuthn)",
  squads: "Squads, their members, and joining",
  invitations: "Invitations and reminders by mail",
  mail: "Mails that did not arrive or are not wanted",
  trips: "Trips and their crews",
  media: "Photos and videos",
  gallery: "The outline of a whole gallery",
  trash: "Deleted photos and videos",
  uploads: "Files on their way in",
  zip: "Many originals in one zip",
  library: "Import from Google Photos",
  awards: "Award categories, votes and leaderboards",
  nights: "Awards Nights: the plan, the close of the vote, and the show",
  receipts: "Proof for nominees, without an author",
  titles: "Packs of awards, trophy cabinets, and pictures to share",
  tv: "Awards Nights on a TV, which a code opens",
  demo: "The example that a newcomer finds",
  overviews: "Replies with all that a page shows",
  navigation: "Addresses that a browser opens",
  live: "Hints that something changed",
  health: "For operators and tools",
};

/** The OpenAPI 3.1 description of every address that the server answers, except the pages. */
export function openApi() {
  const named: Named = { output: z.registry(), input: z.registry() };
  for (const [id, schema] of Object.entries(shared)) named.output.add(schema, { id });
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (name: string, operation: object) => {
    const [method, path] = name.split(" ") as [string, string];
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation;
  };
  for (const [tag, calls] of Object.entries(features))
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) add(name, operation(tag, name, endpoint, named));
  for (const [name, other] of Object.entries(otherPaths)) add(name, otherOperation(name, other));
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
      },
      parameters: { Person: personParameter },
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
const refusalName = (status: string) => (status === "default" ? "Fault" : `Refusal${status}`);

/** The refusals of a call. */
function refused(
  name: string,
  { access, params, query, body }: Pick<OtherPath, "access" | "params" | "query"> & { body?: unknown },
) {
  const isRead = /^(GET|HEAD) /.test(name);
  const applies: Readonly<Record<keyof typeof refusals, boolean>> = {
    400: (query ?? body) !== undefined,
    401: access === "user",
    403: !isRead,
    404: params !== undefined,
    409: !isRead,
    413: body !== undefined,
    415: body !== undefined,
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
  const operationId = idOf(name);
  const content = endpoint.reply
    ? json(refIn(named.output, endpoint.reply, `${operationId}Reply`))
    : endpoint.file && { [endpoint.file]: { schema: { type: "string", format: "binary" } } };
  const success = { description: "Done", ...(content && { content }) };
  const status = endpoint.status ?? (content ? 200 : 204);
  return {
    ...headOf(operationId, tag, endpoint),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query), namesPerson],
    ...(endpoint.body && {
      requestBody: {
        required: isRequired(endpoint.body),
        content: json(refIn(named.input, endpoint.body, `${operationId}Body`)),
      },
    }),
    responses: {
      [status]: success,
      ...(endpoint.mayRepeat && { 200: { ...success, description: "There was nothing to create" } }),
      ...refused(name, endpoint),
    },
  };
}

function otherOperation(name: string, other: OtherPath) {
  const { operationId, tag, params, query, headers, body, answers } = other;
  const parts = [
    ...parameters("path", params),
    ...parameters("query", query),
    ...parameters("header", headers),
    namesPerson,
  ];
  return {
    ...headOf(operationId, tag, other),
    parameters: parts,
    ...(body && { requestBody: { required: true, content: { [body]: { schema: bytes } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, content }]) => [
          status,
          {
            description,
            ...(content && {
              content: {
                [content.type]: {
                  schema: content.schema === "bytes" ? bytes : schemaOf(content.schema, "output"),
                },
              },
            }),
          },
        ]),
      ),
      ...refused(name, other),
    },
  };
}

const bytes = { type: "string", format: "binary" };

const headOf = (operationId: string, tag: string, { summary, access }: Pick<Endpoint, "summary" | "access">) => ({
  operationId,
  tags: [tag],
  summary,
  ...(access === "visitor" && { security: [] }),
});

/** `GET /api/trips/:id/media` is `getTripsByIdMedia`. */
function idOf(name: string): string {
  const [method = "", , , ...parts] = name.split(/[ /]/);
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
