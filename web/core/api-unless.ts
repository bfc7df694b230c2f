import { type QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import type { CallName, Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { type Ask, send } from "./api.ts";

/** An answer with its ETag, for later conditional requests. */
export interface Versioned<T> {
  readonly answer: T;
  readonly etag: string | null;
}

/** Like `api`, with the ETag of the answer. Returns undefined if the server still has the answer with `etag`. */
export async function apiUnless<N extends CallName>(
  name: N,
  etag: string | null,
  ask: Ask<N>,
): Promise<Versioned<Answer<Calls[N]>> | undefined> {
  const response = await send(name, ask, etag === null ? {} : { "if-none-match": etag });
  if (response.status === 304) return undefined;
  return { answer: await response.json(), etag: response.headers.get("etag") };
}

/** The ETags of the answers in the cache. An answer that the page changes is another object and has none. */
const etags = new WeakMap<object, string>();

/** The answer of a call for the query with this key. The server sends nothing while the answer in the cache is right, and that stays. */
export async function apiKept<N extends CallName>(
  client: QueryClient,
  queryKey: readonly unknown[],
  name: N,
  ask: Ask<N>,
): Promise<Answer<Calls[N]>> {
  const known = client.getQueryData<Answer<Calls[N]> & object>(queryKey);
  const found = await apiUnless(name, (known && etags.get(known)) ?? null, ask);
  if (!found) return known!;
  if (found.etag !== null) etags.set(found.answer as object, found.etag);
  return found.answer;
}

/** The `structuralSharing` of queries with `apiKept`: parts that stay equal stay the same objects, and the answer keeps its ETag. */
export function shareKept(before: unknown, after: unknown): unknown {
  const shared = replaceEqualDeep(before, after);
  const etag = etags.get(after as object);
  if (etag !== undefined) etags.set(shared as object, etag);
  return shared;
}
