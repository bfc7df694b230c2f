// Written by hand because the contract's types cost no bytes: other typed clients bring code of their own to every page.
import type { CallName, Calls } from "#contract/calls.ts";
import type { Answer, Sent } from "#contract/endpoint.ts";
import type { Problem, ProblemCode } from "#contract/problems.ts";
import { abortAfter } from "./abort-after.ts";

/** What an `ApiError` is about: the server's own codes, and the two ways not to reach it. */
export type Trouble = ProblemCode | "offline" | "timeout";

/** Why a call did not succeed. Its message is a sentence for people; `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Trouble;
  readonly issues: NonNullable<Problem["issues"]>;
  /** Seconds until another try makes sense, when the server says so. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: Trouble,
    sentence: string,
    rest: { issues?: Problem["issues"]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.issues = rest.issues ?? [];
    this.retryAfter = rest.retryAfter;
  }
}

export type Ask<N extends CallName> = Sent<Calls[N]> & {
  signal?: AbortSignal;
  /** Goes on after the page is gone. Bodies of all such calls together have 64 kB. */
  keepalive?: boolean;
};
type Asked<N extends CallName> = object extends Ask<N> ? [ask?: Ask<N>] : [ask: Ask<N>];

/** The calls whose answer is a list. */
type Listing = {
  [N in CallName]: Answer<Calls[N]> extends readonly unknown[] ? N : never;
}[CallName];

/**
 * Makes one call of the contract: `api("GET /api/trips/:id", { params: { id } })`. Parameters, query and body
 * are typed by its name, and so is the answer. Rejects with an `ApiError`, or with the reason of `signal`.
 */
export async function api<N extends CallName>(name: N, ...[ask]: Asked<N>): Promise<Answer<Calls[N]>> {
  const response = await send(name, ask ?? {});
  if (response.status === 204) return undefined as Answer<Calls[N]>;
  return await response.json();
}

/** One page of a list that can grow without end, and the cursor of the next (null after the last). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Like `api`, for lists in pages: ask for the next one with `query: { cursor: page.next }`. */
export async function apiPage<N extends Listing>(
  name: N,
  ...[ask]: Asked<N>
): Promise<Page<Answer<Calls[N]> extends readonly (infer Row)[] ? Row : never>> {
  const response = await send(name, ask ?? {});
  return { rows: await response.json(), next: nextCursor(response.headers.get("link")) };
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"` header. */
export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>;\s*rel="?next"?/)?.[1];
  return address === undefined ? null : new URL(address, "http://any").searchParams.get("cursor");
}

/** How long a call may take. Uploads do not go through here. */
const timeoutMs = 20_000;

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/** The address of a call: `:names` from `params`, and what `query` holds that is not undefined. */
export function addressOf(name: string, { params = {}, query = {} }: Loose): string {
  const path = name
    .slice(name.indexOf(" ") + 1)
    .replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
  return asked.length > 0 ? `${path}?${search}` : path;
}

/** Makes a call and answers its response as it came: successful, or 304. Rejects as `api` does. */
export async function send(
  name: string,
  ask: Loose,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(addressOf(name, ask), {
    method: name.slice(0, name.indexOf(" ")),
    credentials: "same-origin",
    signal: abortAfter(timeoutMs, ask.signal),
    ...(ask.keepalive && { keepalive: true }),
    headers: { ...headers, ...(ask.body !== undefined && { "content-type": "application/json" }) },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  }).catch((cause: unknown) => {
    throw unreached(cause, ask.signal);
  });
  if (!response.ok && response.status !== 304) throw await refusal(response);
  return response;
}

function unreached(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  const late = cause instanceof DOMException && cause.name === "TimeoutError";
  return late
    ? new ApiError(0, "timeout", "That took too long. Please try again.", { cause })
    : new ApiError(0, "offline", "You seem to be offline. Check your connection and try again.", {
        cause,
      });
}

async function refusal(response: Response): Promise<ApiError> {
  const told: Partial<Problem> = await response.json().catch(() => ({}));
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  const code = told.code ?? (response.status === 503 ? "unavailable" : "internal");
  return new ApiError(response.status, code, told.error ?? wentWrong, {
    issues: told.issues,
    ...(Number.isFinite(wait) && { retryAfter: wait }),
  });
}

const wentWrong = "Something went wrong. Please try again.";

/** The sentence to show for anything that was thrown. */
export const sentenceOf = (error: unknown): string => (error instanceof ApiError ? error.message : wentWrong);

/** What the server itself said about its refusal; undefined when it was not reached or had no words. */
export const serverTextOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.message !== wentWrong ? error.message : undefined;
