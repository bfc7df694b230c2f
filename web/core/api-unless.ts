import type { CallName, Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { type CallInput, send } from "./api.ts";

/** An answer with its ETag, for later conditional requests. */
export interface Versioned<T> {
  readonly answer: T;
  readonly etag: string | null;
}

/** Like `api`, with the ETag of the answer. Returns undefined if the server still has the answer with `etag`. */
export async function apiUnless<N extends CallName>(
  name: N,
  etag: string | null,
  input: CallInput<N>,
): Promise<Versioned<Answer<Calls[N]>> | undefined> {
  const response = await send(name, input, etag === null ? {} : { "if-none-match": etag });
  if (response.status === 304) return undefined;
  return { answer: await response.json(), etag: response.headers.get("etag") };
}
