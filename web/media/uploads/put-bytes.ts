import type { Problem, ProblemCode } from "#contract/problems.ts";
import { ApiError } from "../../core/api.ts";
import { atMostEvery } from "../../core/at-most-every.ts";
import { page } from "../../ui/page.ts";

/** A connection that moves no byte for a minute counts as broken. */
const stalledMs = 60_000;
/** Browsers report progress twenty times a second, for each of the files that travel. */
const progressMs = 500;

/** A request that sends bytes to an upload address. */
export interface BytesRequest {
  readonly method: "PUT" | "PATCH";
  readonly url: string;
  readonly body: Blob;
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the number of bytes that have left, twice a second. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a file to an upload address, with its type. Calls `onProgress` with the sent share, 0 to 1. Rejects with an `ApiError` whose
 * sentence says what to do, or with the reason of `signal`.
 */
export async function putBytes(
  url: string,
  file: Blob,
  onProgress: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const headers = { "content-type": typeOf(file) };
  const onSent = (bytes: number) => onProgress?.(bytes / file.size);
  await sendBytes({ method: "PUT", url, body: file, headers, onSent, signal });
}

export const typeOf = (file: Blob): string => (file.type || "application/octet-stream").slice(0, 100);

/** Sends bytes and resolves with the request, once it has succeeded. Rejects as `putBytes` does. */
export function sendBytes({ method, url, body, headers, onSent, signal }: BytesRequest): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stall = setTimeout(stop, stalledMs);
    const restartStall = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, stalledMs);
    };
    const tellSent = atMostEvery(
      progressMs,
      (bytes: number) => onSent?.(bytes),
      (bytes) => bytes === body.size,
    );
    const fail = () => void causeOfFailure(body).then(reject);
    signal?.addEventListener("abort", stop);
    // Without this, a request on a lost connection may wait for minutes.
    addEventListener("offline", stop);
    request.upload.addEventListener("progress", ({ loaded }) => {
      restartStall();
      tellSent(Math.min(loaded, body.size));
    });
    request.addEventListener("load", () => (request.status < 300 ? resolve(request) : reject(refusal(request))));
    request.addEventListener("error", fail);
    request.addEventListener("abort", () => (signal?.aborted === true ? reject(signal.reason) : fail()));
    request.addEventListener("loadend", () => {
      clearTimeout(stall);
      signal?.removeEventListener("abort", stop);
      removeEventListener("offline", stop);
    });
    request.open(method, url);
    // The address of an object store is signed, and takes no other headers.
    const all = url.startsWith("/") ? { ...headers, ...page.headers } : headers;
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

export const brokenOff = () =>
  new ApiError(0, "offline", "The connection broke off while uploading. Check it and try again.");

/** A file that was changed or removed since it was chosen fails like a broken connection, so this tries to read it. */
async function causeOfFailure(body: Blob): Promise<ApiError> {
  try {
    await body.slice(0, 1).arrayBuffer();
    return brokenOff();
  } catch {
    return unreadable();
  }
}

export const unreadable = () =>
  new ApiError(0, "broken_file", "This file has changed or is gone. Please choose it again.");

/** Whether a refusal is of the browser, which cannot read the file, and not of the server. */
export const isUnreadable = ({ status, code }: Pick<ApiError, "status" | "code">): boolean =>
  status === 0 && code === "broken_file";

const sentences: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  401: ["not_signed_in", "Please log in first."],
  403: ["bad_signature", "This upload is no longer valid. Please try again."],
  410: ["upload_expired", "This upload took too long. Please try again."],
  413: ["too_large", "This file is too large. Please choose a smaller one."],
  415: ["unsupported_type", "This kind of file cannot be used. Please choose a photo or a video."],
  422: ["broken_file", "This photo seems to be damaged. Please choose another one."],
  429: ["too_many_requests", "That was a lot at once. Please wait a moment and try again."],
  502: ["unavailable", "We cannot take photos right now. Please try again in a moment."],
  503: ["unavailable", "We cannot take photos right now. Please try again in a moment."],
  504: ["unavailable", "We cannot take photos right now. Please try again in a moment."],
  507: ["storage_full", "There is no room left for photos right now."],
};

/** Uses the server's own sentence if there is one. An object store sends a status alone. */
function refusal(request: XMLHttpRequest): ApiError {
  const [code, sentence] = sentences[request.status] ?? [
    "internal",
    "The upload did not go through. Please try again.",
  ];
  const problem = problemOf(request.responseText);
  const wait = Number(request.getResponseHeader("retry-after") ?? Number.NaN);
  return new ApiError(request.status, problem?.code ?? code, problem?.error ?? sentence, {
    ...(Number.isFinite(wait) && { retryAfter: wait }),
  });
}

function problemOf(body: string): Partial<Problem> | undefined {
  try {
    const problem: unknown = JSON.parse(body);
    return typeof problem === "object" && problem !== null ? problem : undefined;
  } catch {
    return undefined;
  }
}
