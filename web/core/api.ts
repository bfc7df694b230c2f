// Written by hand because the contract's types cost no bytes: other typed clients bring code of their own to every page.
import { buildHeader } from "#contract/build-header.ts";
import { addressOf } from "#contract/call.ts";
import type { CallName, Calls } from "#contract/calls.ts";
import type { Answer, CallArguments } from "#contract/endpoint.ts";
import type { Problem, ProblemCode } from "#contract/problems.ts";
import type { RefusalKey } from "#contract/refusals.ts";
import { page } from "../ui/page.ts";
import { abortAfter } from "./abort-after.ts";
import { seeFirst, takeFirst } from "./first.ts";

/** The cause of an `ApiError`: a problem code of the server, or why the server could not be reached. */
export type Trouble = ProblemCode | "offline" | "timeout";

/** A failed call. Its message is a sentence for people; `status` is 0 if no answer came. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Trouble;
  readonly issues: NonNullable<Problem["issues"]>;
  /** The sentence in the catalogue. The server's refusals have one, but for messages of a form's own rules. */
  readonly key: RefusalKey | undefined;
  /** Seconds to wait before a retry, if the server names them. */
  readonly retryAfter: number | undefined;
  /** The answer had no sentence of ours: it came from something between. */
  readonly isWordless: boolean;

  constructor(
    status: number,
    code: Trouble,
    sentence: string,
    rest: {
      issues?: Problem["issues"];
      key?: Problem["key"];
      retryAfter?: number;
      isWordless?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(sentence, { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.issues = rest.issues ?? [];
    this.key = rest.key;
    this.retryAfter = rest.retryAfter;
    this.isWordless = rest.isWordless ?? false;
  }
}

export type CallInput<N extends CallName> = CallArguments<Calls[N]> & {
  signal?: AbortSignal;
  /** The call continues after the page closes. Browsers allow 64 kB for all such bodies together. */
  keepalive?: boolean;
  /** The caller itself says that nobody is logged in. Otherwise such an answer leads to sign-in. */
  keepsPage?: boolean;
};
export type InputArgument<N extends CallName> =
  object extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>];

/** The calls whose answer is a list. */
export type Listing = {
  [N in CallName]: Answer<Calls[N]> extends readonly unknown[] ? N : never;
}[CallName];

/**
 * Makes one call of the contract: `api("GET /api/trips/:id", { params: { id } })`. Its name gives the types of
 * parameters, query, body and answer. Rejects with an `ApiError`, or with the reason of `signal`.
 */
export async function api<N extends CallName>(name: N, ...[input]: InputArgument<N>): Promise<Answer<Calls[N]>> {
  const response = await send(name, input ?? {});
  if (response.status === 204) return undefined as Answer<Calls[N]>;
  return await response.json();
}

/** One page of an unbounded list, and the cursor of the next page (null after the last). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

type RowOf<N extends Listing> = Answer<Calls[N]> extends readonly (infer Row)[] ? Row : never;

/** Like `api`, for paged lists. `query: { cursor: page.next }` gets the next page. */
export async function apiPage<N extends Listing>(name: N, ...[input]: InputArgument<N>): Promise<Page<RowOf<N>>> {
  const response = await send(name, input ?? {});
  return { rows: await response.json(), next: nextCursor(response.headers.get("link")) };
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"` header; null if there is none. */
export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>;\s*rel="?next"?/)?.[1];
  return address === undefined ? null : new URL(address, "http://any").searchParams.get("cursor");
}

/** What the document says a call answers, for the first drawing of a page; undefined if it does not say. */
export const firstAnswer = <N extends CallName>(name: N, ...[input]: InputArgument<N>): Answer<Calls[N]> | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote what this call answers
  seeFirst(addressOf(name, (input ?? {}) as Loose))?.body as Answer<Calls[N]> | undefined;

/** Like `firstAnswer`, for paged lists. */
export function firstPage<N extends Listing>(name: N, ...[input]: InputArgument<N>): Page<RowOf<N>> | undefined {
  const first = seeFirst(addressOf(name, (input ?? {}) as Loose));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote what this call answers
  return first && { rows: first.body as RowOf<N>[], next: nextCursor(first.headers["link"] ?? null) };
}

/** The time limit of a call. Uploads take longer, so they do not use `api`. */
const timeoutMs = 20_000;

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly keepsPage?: boolean;
}

// TypeScript does not know these two yet, and tests have no document.
const tab: (Document & { readonly prerendering?: boolean; onprerenderingchange?: unknown }) | undefined =
  globalThis.document;

/** Makes a call and returns its raw response, successful or 304. Rejects as `api` does. */
export async function send(
  name: string,
  input: Loose,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const address = addressOf(name, input);
  const method = name.split(" ")[0]!;
  const first = takeFirst(method, address) ?? (input.signal && page.findKept?.(address, input.signal));
  if (first) return first;
  // Browsers run a page that they load ahead, before anybody opens it. It must change nothing until then.
  if (method !== "GET" && tab?.prerendering)
    await new Promise((opened) => {
      tab.onprerenderingchange = opened;
    });
  const owner = page.owner?.();
  const response = await fetch(address, {
    method,
    credentials: "same-origin",
    signal: abortAfter(timeoutMs, input.signal),
    ...(input.keepalive && { keepalive: true }),
    headers: { ...page.headers, ...headers, ...(input.body !== undefined && { "content-type": "application/json" }) },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  }).catch((cause: unknown) => {
    throw unreached(cause, input.signal);
  });
  page.onReached?.();
  const build = response.headers.get(buildHeader);
  if (build !== null && build !== page.build) await page.onOtherBuild?.();
  if (response.ok || response.status === 304) {
    if (method !== "GET") page.onWritten?.();
    else page.onRead?.(address, response, owner);
    return response;
  }
  const error = await refusal(response);
  // Without a connection, the code that leaves the page does not load, and the caller hears of the error at once.
  if (error.status === 404 && method === "GET") page.onGone?.(address);
  if (error.status === 401 || error.status === 503) await page.onRefused?.(error.code, input.keepsPage).catch(() => {});
  throw error;
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
    key: told.key,
    isWordless: told.error === undefined,
    ...(Number.isFinite(wait) && { retryAfter: wait }),
  });
}

const wentWrong = "Something went wrong. Please try again.";

/** Whether no answer came: there is no connection, or it took too long. */
export const isUnreached = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 0;

/** Whether the server says that what a call is about is not there, or not for the viewer. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** For calls that take something away: `api(…).catch(unlessGone)`. If another page or person was quicker, that is as good. */
export function unlessGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** The sentence to show to a person for a thrown value. */
export const sentenceOf = (error: unknown): string => (error instanceof ApiError ? error.message : wentWrong);

/** The sentence that the server sent with its refusal; undefined if it sent none. */
export const serverTextOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 && !error.isWordless ? error.message : undefined;
