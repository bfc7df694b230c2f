// Decision 097: why a call is for people with an account unless it says otherwise.
import type { z } from "zod";
import { ById } from "./fields.ts";

/**
 * Describes one call. The server validates requests and filters replies with it, the web takes its types from it, and
 * `/api/openapi.json` is made from it. Its key in `calls` gives method and path.
 *
 * Written by hand because contract libraries bring a client and a serializer at run time, and types cost the page no bytes.
 */
export interface Endpoint {
  readonly summary: string;
  /**
   * Who may call it: `visitor` needs no session, `seat` one of a person, `user` one of a person with an account. The server's rules decide
   * the rest. By default `user`. `screen` needs the session of a screen, which opens no other call. `admin` needs a site admin, and a proof
   * that is at most ten minutes old; for everybody else there is no such call.
   */
  readonly access?: "visitor" | "seat" | "user" | "screen" | "admin";
  /** What else than an id at `:id` stands in the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The type of a body that is no JSON. */
  readonly bodyType?: string;
  readonly headers?: z.ZodObject;
  /** The body of a success, or the data of each event of a stream; `null` for 204, a redirect, or a file of bytes. */
  readonly reply: z.ZodType | null;
  /** A success sends a file of this type instead of JSON. */
  readonly file?: `${"application" | "image" | "text"}/${string}`;
  /** The file may be asked for in ranges, and by its version. */
  readonly isRanged?: true;
  /** What a success means, for the description. */
  readonly answer?: string;
  /**
   * The key of the sentence of the 404 for a path that names nothing, or a screen that shows nothing; by default `not_found`. The server
   * demands one without values.
   */
  readonly missing?: string;
  /** By default 204 if `reply` is null and no file is sent, else 200. */
  readonly status?: 200 | 201 | 302;
  /** Writes nothing that people keep, or lets them in or out: it works while the site is read-only, though it is no GET. */
  readonly worksReadOnly?: true;
  /**
   * A request may bring a key in the header `Idempotency-Key`, which is a UUID: the same key again changes nothing and answers how things
   * stand. `secret`: nothing that the server keeps of the key depends on what the request chooses.
   */
  readonly takesKey?: "open" | "secret";
  /** Answers 200 instead of 201 if there was nothing to create. */
  readonly mayRepeat?: true;
  /**
   * The reply may be compressed: it holds no secret, and everybody who may put text into it may read all of it. The length of a compressed
   * reply shows what repeats in it.
   */
  readonly isCompressed?: true;
}

export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

type Described<R, E> = E extends { readonly params: z.ZodObject }
  ? E
  : R extends `${string}/:id` | `${string}/:id/${string}`
    ? E & { readonly params: typeof ById }
    : E;

/**
 * Checks the shape of a feature's calls and keeps their literal types; `:id` in a path is an id. The web uses only the types, so its build
 * drops this call, which has no side effects, together with the schemas in its function.
 */
/* @__NO_SIDE_EFFECTS__ */
export const defineCalls = <const C extends Readonly<Record<Route, Endpoint>>>(calls: () => C) => {
  const described = Object.entries(calls()).map(([route, endpoint]) => [
    route,
    /\/:id(\/|$)/.test(route) ? { params: ById, ...endpoint } : endpoint,
  ]);
  return Object.fromEntries(described) as { readonly [R in keyof C]: Described<R, C[R]> };
};

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The validated input that the handler of call `E` gets. */
export interface CallInput<E extends Endpoint> {
  readonly params: Output<E["params"]>;
  readonly query: Output<E["query"]>;
  readonly body: Output<E["body"]>;
}

/** The input that a client of call `E` sends; it has only the parts that the call names. */
export type CallArguments<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: Input<E["params"]> }
  : unknown) &
  (E["query"] extends z.ZodType ? { query?: Input<E["query"]> } : unknown) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : unknown);

/** The body of a success of call `E`. */
export type Answer<E extends Endpoint> = E["reply"] extends z.ZodType ? z.output<E["reply"]> : undefined;
