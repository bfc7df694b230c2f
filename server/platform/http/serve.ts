// Decision 001: why a call is mounted by its contract key.
// Written by hand because ts-rest and oRPC bring a client and serializer of their own and cannot send finished JSON text.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type CallName, type Calls, calls } from "#contract/calls.ts";
import type { Answer, CallInput, Endpoint } from "#contract/endpoint.ts";
import { sentenceOf } from "#contract/fields.ts";
import type { PlainKey } from "#contract/refusals.ts";
import { compressed } from "./compress.ts";
import { type RequestLimit, limitRequests } from "./limit-requests.ts";
import { Problem, notFound } from "./problem.ts";
import { replySerializer } from "./reply-serializer.ts";
import { type SentKey, sentKeyOf } from "./sent-key.ts";
import type { AccountViewer, Screen, Sessions, Viewer } from "./session.ts";
import { knownVersion } from "./versions.ts";

/** Who asks, by the access of a call. */
interface Viewers {
  readonly visitor: Viewer | null;
  readonly seat: Viewer;
  readonly user: AccountViewer;
  readonly screen: Screen;
  readonly admin: AccountViewer;
}

export interface Context<E extends Endpoint> extends CallInput<E> {
  /** Who asks. Null for visitors, who run only the calls that are open to them. */
  readonly viewer: E extends { readonly access: keyof Viewers } ? Viewers[E["access"]] : AccountViewer;
  /** The key of a request that may come again. Null without one. */
  readonly sent: SentKey | null;
  /** Marks the result as one that existed before: the reply is 200 instead of the status for something new. */
  readonly repeated: () => void;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Handler<N extends CallName> = (context: Context<Calls[N]>) => Promise<Answer<Calls[N]>>;

type FileHandler<N extends CallName> = (context: Context<Calls[N]>) => Promise<FastifyReply>;

/** The arguments of a handler whose SQL statement checks the session itself. */
export interface SessionContext<E extends Endpoint> extends CallInput<E> {
  /** SHA-256 of the session token; null without one. */
  readonly session: Buffer | null;
  /** The key of a request that may come again. Null without one. */
  readonly sent: SentKey | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns the reply; null: not found, hidden from the viewer, or the session has ended. */
type SessionHandler<N extends CallName> = (context: SessionContext<Calls[N]>) => Promise<Answer<Calls[N]> | null>;

interface TextContext<E extends Endpoint> extends SessionContext<E> {
  /** The version of the reply that the client has. Null without one. */
  readonly known: string | null;
}

/** The same, as JSON text in the contract's exact shape. If it sets the status 304, `known` is still the version, and its result is ignored. */
type TextHandler<N extends CallName> = (context: TextContext<Calls[N]>) => Promise<string | null>;

/** The calls that need no account. */
type SeatCall = { [N in CallName]: Calls[N] extends { readonly access: "visitor" | "seat" } ? N : never }[CallName];

export interface Serve {
  /** Mounts a call: session, validation, handler, and a reply with only the contract's fields. */
  call<N extends CallName>(name: N, handler: Handler<N>, options?: RouteOptions): void;
  /** Mounts a call that sends a file: session, validation, and a handler that calls `reply.send` itself. */
  file<N extends CallName>(name: N, handler: FileHandler<N>, options?: RouteOptions): void;
  /** Mounts a hot call, open to seats, whose one statement proves the session and reads the reply, which the contract filters. */
  bySession<N extends SeatCall>(name: N, handler: SessionHandler<N>): void;
  /** Mounts a call, open to seats, whose reply is finished text. Tests check each text against the contract. */
  text<N extends SeatCall>(name: N, handler: TextHandler<N>): void;
}

interface RouteOptions {
  readonly limit?: RequestLimit;
  /** Counts each request by its body, which is not validated yet. It throws above its limit. */
  readonly count?: (request: FastifyRequest) => Promise<void>;
  /** The largest body in bytes, if the default is too small. */
  readonly bodyBytes?: number;
}

/** Says of a session whether its owner proved themselves of late; null for everybody but a site admin. `access/` knows who that is. */
interface SiteAdmins {
  isProven(session: Buffer): Promise<boolean | null>;
}

export interface ServeParts {
  readonly sessions: Sessions;
  readonly siteAdmins: SiteAdmins;
  /** Check each reply that is finished text against the contract (tests). */
  readonly checkReplies: boolean;
  readonly rateLimits: boolean;
}

/** A call of the contract. Its refusals stand beside it, so the compiler compares its key with them here. */
type Served = Endpoint & { readonly missing?: PlainKey };

/** Returns the functions that mount the calls of the contract. Nothing else mounts them. */
export function serveOn(app: FastifyInstance, { sessions, siteAdmins, checkReplies, rateLimits }: ServeParts): Serve {
  const mount = (
    name: CallName,
    options: RouteOptions,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) => {
    const [method, url] = name.split(" ") as [string, string];
    const { limit, bodyBytes, count } = options;
    app.route({
      method,
      url,
      handler,
      ...(bodyBytes && { bodyLimit: bodyBytes }),
      ...(count && { preValidation: count }),
      ...withConfig(limitRequests(app, rateLimits && limit), (calls[name] as Endpoint).worksReadOnly),
    });
  };

  /** Returns who asks. Demands a session where the call needs one, and an account where it is not open to seats. */
  async function demandAccess({ access = "user", missing }: Served, request: FastifyRequest, reply: FastifyReply) {
    if (access === "screen") {
      const screen = await sessions.screenOf(request);
      if (!screen) throw notFound(missing);
      return screen;
    }
    const viewer = await sessions.viewerOf(request, reply);
    if (access === "visitor") return viewer;
    if (access === "admin") {
      await demandSiteAdmin(sessions.tokenHashOf(request));
      return viewer;
    }
    if (!viewer) throw notSignedIn();
    if (access !== "seat" && viewer.isSeat) throw seatOnly();
    return viewer;
  }

  /** For everybody else there is no such call. */
  async function demandSiteAdmin(session: Buffer | null) {
    const isProven = session && (await siteAdmins.isProven(session));
    if (isProven === null) throw notFound();
    if (!isProven) throw new Problem("proof_needed", "prove_again");
  }

  /** Runs a handler that proves the session itself. */
  async function proveAndRun<N extends CallName, T>(
    name: N,
    handler: (context: TextContext<Calls[N]>) => Promise<T | null>,
    { session, known, request, reply }: Pick<TextContext<Calls[N]>, "session" | "known" | "request" | "reply">,
  ): Promise<T> {
    const endpoint: Served = calls[name];
    if (needsSession(endpoint) && !session) throw notSignedIn();
    const context = { ...check(name, request), session, known, request, reply };
    const answer = await handler(context as unknown as TextContext<Calls[N]>).catch(async (error: unknown) => {
      // The security log names the person of a refusal, whom only the handler's statement knows.
      if (error instanceof Problem) await sessions.viewerOf(request);
      throw error;
    });
    if (answer !== null) return answer;
    if (needsSession(endpoint) && !(await sessions.viewerOf(request, reply))) throw notSignedIn();
    throw notFound();
  }

  return {
    call(name, handler, options = {}) {
      const endpoint: Served = calls[name];
      const status = endpoint.status ?? (endpoint.reply ? 200 : 204);
      const serialize = endpoint.reply && replySerializer(endpoint.reply);
      mount(name, options, async (request, reply) => {
        const viewer = await demandAccess(endpoint, request, reply);
        let success = status;
        const repeated = () => (success = 200);
        const context = { ...check(name, request), viewer, repeated, request, reply };
        // `check` validated the context for this endpoint; TypeScript cannot follow the generic lookup.
        const answer = await handler(context as unknown as Parameters<typeof handler>[0]);
        if (reply.statusCode === 200) void reply.code(success);
        if (!serialize) return reply.send();
        return sendJson(endpoint, request, reply, serialize(answer));
      });
    },
    file(name, handler, options = {}) {
      const endpoint: Served = calls[name];
      mount(name, options, async (request, reply) => {
        const viewer = await demandAccess(endpoint, request, reply);
        const context = { ...check(name, request), viewer, repeated: () => undefined, request, reply };
        return handler(context as unknown as Parameters<typeof handler>[0]);
      });
    },
    bySession(name, handler) {
      const endpoint: Served = calls[name];
      const serialize = replySerializer(endpoint.reply!);
      mount(name, {}, async (request, reply) => {
        const session = sessions.tokenHashOf(request);
        const answer = await proveAndRun(name, handler, { session, known: null, request, reply });
        return sendJson(endpoint, request, reply, serialize(answer));
      });
    },
    text(name, handler) {
      const endpoint: Served = calls[name];
      const strict = checkReplies && endpoint.reply ? deepStrict(endpoint.reply) : null;
      mount(name, {}, async (request, reply) => {
        const session = sessions.tokenHashOf(request);
        const text = await proveAndRun(name, handler, { session, known: knownVersion(request), request, reply });
        if (reply.statusCode === 304) return reply.send();
        strict?.parse(JSON.parse(text));
        return sendJson(endpoint, request, reply, text);
      });
    },
  };
}

/** Adds to the options of a route that it works while the site is read-only. */
const withConfig = (options: ReturnType<typeof limitRequests>, worksReadOnly = false) => ({
  ...options,
  config: { ...options.config, worksReadOnly },
});

const needsSession = ({ access }: Endpoint) => access !== "visitor";

const asIs = (text: unknown) => text as string;

/** Sends finished JSON, compressed if the contract allows it for this call. */
async function sendJson(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, json: string) {
  void reply.type("application/json; charset=utf-8").serializer(asIs);
  return reply.send(endpoint.isCompressed ? await compressed(request, reply, json) : json);
}

/** The refusal of a call that a seat makes and that needs an account. */
export const seatOnly = () => new Problem("account_needed", "account_needed");

export const notSignedIn = () => new Problem("not_signed_in", "not_signed_in");

/** Validates params, query and body. An invalid id in the path gets 404. */
function check(name: CallName, request: FastifyRequest) {
  const endpoint: Served = calls[name];
  const params = endpoint.params?.safeParse(request.params);
  if (params && !params.success) throw notFound(endpoint.missing);
  const input = {
    params: params?.data,
    query: endpoint.query && parseInput(endpoint.query, request.query),
    body:
      endpoint.body &&
      parseInput(endpoint.body, request.body ?? (endpoint.body.safeParse(undefined).success ? undefined : {})),
  };
  return { ...input, sent: sentKeyOf(name, endpoint, request, input) };
}

/** Validates input. A refusal holds our sentences, and never the words of zod. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  throw new Problem("invalid_input", issues[0] ? { text: issues[0].message } : "request_invalid", { issues });
}

/** The same schema, but it refuses unknown fields at every depth. */
function deepStrict(schema: z.ZodType): z.ZodType {
  const json = z.toJSONSchema(schema, { io: "output" });
  return z.fromJSONSchema(json);
}
