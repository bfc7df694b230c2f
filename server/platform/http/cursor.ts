import type { z } from "zod";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusedField } from "./problem.ts";

/** The cursor that continues a list after an entry with these values. */
export const cursorOf = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** Reads the values of such a cursor; null without one, for the first page. Throws 400 for anything else. */
export function readCursor<V>(cursor: string | undefined, shape: z.ZodType<V>): V | null {
  if (cursor === undefined) return null;
  const values = shape.safeParse(valuesOf(cursor));
  if (values.success) return values.data;
  throw refusedField("cursor", "list_not_continued", "start_from_beginning");
}

function valuesOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** Sets the `Link` header (RFC 8288) to the next page of a list. Without a cursor there is no next page. */
export function nextPage(request: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  if (!cursor) return;
  const url = new URL(request.url, "http://localhost");
  url.searchParams.set("cursor", cursor);
  void reply.header("link", `<${url.pathname}${url.search}>; rel="next"`);
}

/** The first of these whose sizes add up to at most `max`, and in any case the first one: a page of things that each hold a list. */
export function upTo<T>(max: number, things: readonly T[], sizeOf: (thing: T) => number): T[] {
  let sum = 0;
  const end = things.findIndex((thing, i) => (sum += sizeOf(thing)) > max && i > 0);
  return things.slice(0, end < 0 ? things.length : end);
}
