import { Readable } from "node:stream";
import { sendRequest } from "./send-request.ts";
import { LibraryFault } from "./faults.ts";

/** A version of a library's photo: the original, the video, or a picture that fits into a square of this many pixels. */
export type Size = "original" | "2048" | "1024" | "512" | "video";

export interface Bytes {
  readonly body: Readable;
  /** Null when the library names none. */
  readonly size: number | null;
  readonly type: string;
}

/** Fetches bytes with a token; rejects with a `LibraryFault`. The body errors when the library sends nothing for 30 s. */
export type FetchBytes = (
  token: string,
  baseUrl: string,
  size: Size,
  isVideo: boolean,
  signal?: AbortSignal,
) => Promise<Bytes>;

const headersMs = 15_000;
const silenceMs = 30_000;
const maxRedirects = 3;

const suffixOf = (size: Size, isVideo: boolean) =>
  size === "original" || size === "video" ? (isVideo ? "=dv" : "=d") : `=w${size}-h${size}`;

/** The addresses that may get tokens: Google's hosts, or, for a library on this machine (http), its own origin. */
export function allowedUrls(base: string): (url: URL) => boolean {
  const library = new URL(base);
  return (url) =>
    library.protocol === "http:"
      ? url.origin === library.origin
      : url.protocol === "https:" && url.port === "" && url.hostname.endsWith(".googleusercontent.com");
}

export function fetchBytesFrom(base: string): FetchBytes {
  const isAllowed = allowedUrls(base);
  return async (token, baseUrl, size, isVideo, signal) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), headersMs);
    const signals = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      let url = URL.parse(`${baseUrl}${suffixOf(size, isVideo)}`);
      for (let hops = 0; ; hops++) {
        if (!url || !isAllowed(url)) throw new LibraryFault("foreign", `Bytes at ${url?.origin ?? "no address"}`);
        const response = await sendRequest(url, {
          redirect: "manual",
          signal: signals,
          headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
        });
        if (response.ok) return bytesOf(response, timeout);
        await response.body?.cancel();
        if (hops === maxRedirects) throw new LibraryFault("foreign", "Bytes behind too many redirects");
        url = URL.parse(response.headers.get("location") ?? "", url.href);
      }
    } finally {
      clearTimeout(timer);
    }
  };
}

function bytesOf(response: Response, timeout: AbortController): Bytes {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  return {
    body: response.body ? withTimeout(response.body.getReader(), timeout) : Readable.from([], { objectMode: false }),
    size: Number.isSafeInteger(length) ? length : null,
    type,
  };
}

/** Streams the bytes. Aborts the request when a pending read gets none for `silenceMs`, and when the stream is destroyed. */
function withTimeout(reader: ReadableStreamDefaultReader<Uint8Array>, timeout: AbortController): Readable {
  return new Readable({
    async read() {
      const timer = setTimeout(() => timeout.abort(), silenceMs).unref();
      try {
        const { value } = await reader.read();
        this.push(value ?? null);
      } catch (error) {
        this.destroy(new LibraryFault("down", error instanceof Error ? error.message : "The connection broke off"));
      } finally {
        clearTimeout(timer);
      }
    },
    destroy(error, done) {
      if (!this.readableEnded) timeout.abort();
      done(error);
    },
  });
}
