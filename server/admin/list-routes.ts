import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Id } from "#contract/fields.ts";
import { cursorOf, nextPage, readCursor } from "../platform/http/cursor.ts";

interface Asked {
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const afterId = z.tuple([Id]);

/** Answers with a page of a list that is in the order of its ids. `read` gets the last id of the page before. */
export async function pageById<T extends { readonly id: string }>(
  { query, request, reply }: Asked,
  read: (limit: number, before: string | undefined) => Promise<readonly T[]>,
): Promise<T[]> {
  const before = readCursor(query.cursor, afterId)?.[0];
  return onePage({ query, request, reply }, await read(query.limit + 1, before), ({ id }) => [id]);
}

/** Cuts a list of one entry more than a page, and names the next page by the values of the last entry. */
export function onePage<T>(
  { query: { limit }, request, reply }: Asked,
  found: readonly T[],
  valuesOf: (last: T) => readonly (string | number)[],
): T[] {
  const page = found.slice(0, limit);
  if (found.length > limit) nextPage(request, reply, cursorOf(valuesOf(page.at(-1)!)));
  return page;
}
