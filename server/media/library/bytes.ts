import { Readable } from "node:stream";
import { ask } from "./ask.ts";
import { LibraryFault } from "./faults.ts";

/** What is behind an address of the library: the original, or a picture that fits into a square of so many pixels. */
export type Size = "original" | "2048" | "1024" | "512" | "video";

export interface Bytes {
  readonly body: Readable;
  /** Null when the library did not say. */
  readonly size: number | null;
  readonly type: string;
}

/** Fetches bytes with a token; rejects with a `LibraryFault`. Reading them rejects when the library falls silent. */
export type FetchBytes = (
  token: string,
  baseUrl: string,
  size: Size,
  isVideo: boolean,
  signal?: AbortSignal,
) => Promise<Bytes>;

const headersMs = 15_000;
const silenceMs = 30_000;
const mostRedirects = 3;

const suffixOf = (size: Size, isVideo: boolean) =>
  size === "original" || size === "video" ? (isVideo ? "=dv" : "=d") : `=w${size}-h${size}`;

/** Tokens and bytes pass between us and these hosts, and no others: Google's; or, for a library on this very machine, its own. */
export function pinnedTo(base: string): (url: URL) => boolean {
  const library = new URL(base);
  return (url) =>
    library.protocol === "http:"
      ? url.origin === library.origin
      : url.protocol === "https:" && url.port === "" && url.hostname.endsWith(".googleusercontent.com");
}

export function fetchBytesFrom(base: string): FetchBytes {
  const isPinned = pinnedTo(base);
  return async (token, baseUrl, size, isVideo, signal) => {
    const giveUp = new AbortController();
    const late = setTimeout(() => giveUp.abort(), headersMs);
    const signals = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
    try {
      let url = URL.parse(`${baseUrl}${suffixOf(size, isVideo)}`);
      for (let hops = 0; ; hops++) {
        if (!url || !isPinned(url)) throw new LibraryFault("foreign", `Bytes at ${url?.origin ?? "no address"}`);
        const response = await ask(url, {
          redirect: "manual",
          signal: signals,
          headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
        });
        if (response.ok) return bytesOf(response, giveUp);
        await response.body?.cancel();
        if (hops === mostRedirects) throw new LibraryFault("foreign", "Bytes behind too many redirects");
        url = URL.parse(response.headers.get("location") ?? "", url.href);
      }
    } finally {
      clearTimeout(late);
    }
  };
}

function bytesOf(response: Response, giveUp: AbortController): Bytes {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  return {
    body: response.body ? watched(response.body.getReader(), giveUp) : Readable.from([], { objectMode: false }),
    size: Number.isSafeInteger(length) ? length : null,
    type,
  };
}

/** The bytes as they come; breaks off when none come for a while that somebody waits for, and when nobody wants them any more. */
function watched(reader: ReadableStreamDefaultReader<Uint8Array>, giveUp: AbortController): Readable {
  return new Readable({
    async read() {
      const silence = setTimeout(() => giveUp.abort(), silenceMs).unref();
      try {
        const { value } = await reader.read();
        this.push(value ?? null);
      } catch (error) {
        this.destroy(new LibraryFault("down", error instanceof Error ? error.message : "The line broke off"));
      } finally {
        clearTimeout(silence);
      }
    },
    destroy(error, done) {
      if (!this.readableEnded) giveUp.abort();
      done(error);
    },
  });
}
