// Decision 063: why the server fetches links only from public addresses.
import https from "node:https";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { textOf } from "#contract/refusal-texts.ts";
import { type PlainKey, type Sentence, withValues } from "#contract/refusals.ts";
import { type Network, hostOf, internet, pinnedTo, rejectAt, resolvePublic } from "./public-network.ts";

/** A link cannot be fetched. */
export class LinkFault extends Error {
  override readonly name = "LinkFault";
  readonly reason: PlainKey | Sentence;
  constructor(reason: PlainKey | Sentence) {
    super(textOf(typeof reason === "string" ? { key: reason } : reason));
    this.reason = reason;
  }
}

/** Returns the bytes at a link, which fail with a `LinkFault` above `maxBytes`. */
export type FetchPublic = (link: string, maxBytes: number) => Promise<Readable>;

/**
 * Fetches https links of people. Connects only to public addresses, which it resolves once, and follows no redirect. Rejects with a
 * `LinkFault`; its stream fails with one, also when the bytes take longer than 10 s.
 */
export function fetchPublicFrom(network: Network = internet): FetchPublic {
  return async (link, maxBytes) => {
    const url = new URL(link);
    if (url.protocol !== "https:") throw new LinkFault("link_without_https");
    const signal = AbortSignal.timeout(network.timeoutMs);
    const asFault = (error: unknown) =>
      error instanceof LinkFault ? error : new LinkFault(signal.aborted ? "link_too_slow" : "link_unreachable");
    try {
      const addresses = await Promise.race([addressesOf(network, url), rejectAt(signal)]);
      const response = await request(url, addresses, network.ca, signal);
      demandPhoto(response, maxBytes);
      return Readable.from(bounded(response, maxBytes, asFault), { objectMode: false });
    } catch (error) {
      throw asFault(error);
    }
  };
}

/** Returns the addresses of a host. One that is not public makes the whole host unusable. */
async function addressesOf(network: Network, url: URL): Promise<readonly string[]> {
  const addresses = await resolvePublic(network, hostOf(url));
  if (!addresses) throw new LinkFault("link_not_public");
  if (addresses.length === 0) throw new LinkFault("link_unreachable");
  return addresses;
}

function request(
  url: URL,
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup = pinnedTo(addresses);
  const headers = { accept: "image/*", "accept-encoding": "identity", "user-agent": "Swellmates" };
  return new Promise((done, fail) => {
    https.get(url, { agent: false, lookup, signal, headers, ...(ca !== undefined && { ca }) }, done).on("error", fail);
  });
}

function demandPhoto(response: IncomingMessage, maxBytes: number): void {
  const { statusCode = 0, headers } = response;
  const fault =
    statusCode >= 300 && statusCode < 400
      ? new LinkFault("link_leads_on")
      : statusCode !== 200
        ? new LinkFault("link_without_photo")
        : Number(headers["content-length"] ?? 0) > maxBytes
          ? tooLarge(maxBytes)
          : undefined;
  if (!fault) return;
  response.destroy();
  throw fault;
}

async function* bounded(
  response: IncomingMessage,
  maxBytes: number,
  asFault: (error: unknown) => LinkFault,
): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      count += piece.length;
      if (count > maxBytes) throw tooLarge(maxBytes);
      yield piece;
    }
  } catch (error) {
    throw asFault(error);
  }
}

const tooLarge = (maxBytes: number) =>
  new LinkFault(withValues("link_photo_too_large", { max: Math.floor(maxBytes / 1_048_576) }));
