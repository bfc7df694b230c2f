import type { CallName, Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { type Ask, send } from "./api.ts";

/** An answer and the version it is, to ask whether there is another one. */
export interface Versioned<T> {
  readonly answer: T;
  readonly etag: string | null;
}

/** Like `api`, for answers that have versions: undefined when `etag` still is the one. */
export async function apiUnless<N extends CallName>(
  name: N,
  etag: string | null,
  ask: Ask<N>,
): Promise<Versioned<Answer<Calls[N]>> | undefined> {
  const response = await send(name, ask, etag === null ? {} : { "if-none-match": etag });
  if (response.status === 304) return undefined;
  return { answer: await response.json(), etag: response.headers.get("etag") };
}
