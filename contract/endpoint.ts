import type { z } from "zod";

/**
 * One call, described once: the server validates requests and filters replies with it, the web types
 * its calls by it, and `/api/openapi.json` is made from it. The key in `calls` gives method and path.
 */
export interface Endpoint {
  readonly summary: string;
  /** `visitor`: anyone may ask; `user`: 401 without a session. What they then may see is a rule of the server. */
  readonly access: "visitor" | "user";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body of a success; `null` for 204, or for a file. */
  readonly reply: z.ZodType | null;
  /** A success is a file of this type, not JSON. */
  readonly file?: "application/zip" | "application/octet-stream";
  /** Default: 204 when `reply` is null and no file is sent, else 200. */
  readonly status?: 200 | 201;
}

export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** Keeps the literal types of a noun's calls while checking their shape. */
export const describe = <const C extends Readonly<Record<Route, Endpoint>>>(calls: C): C => calls;

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler of call `E` is given, after validation. */
export interface Asked<E extends Endpoint> {
  readonly params: Output<E["params"]>;
  readonly query: Output<E["query"]>;
  readonly body: Output<E["body"]>;
}

/** What a client of call `E` sends: only the parts the call has. */
export type Sent<E extends Endpoint> = (E["params"] extends z.ZodType ? { params: Input<E["params"]> } : unknown) &
  (E["query"] extends z.ZodType ? { query?: Input<E["query"]> } : unknown) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : unknown);

/** What a success of call `E` answers. */
export type Answer<E extends Endpoint> = E["reply"] extends z.ZodType ? z.output<E["reply"]> : undefined;
