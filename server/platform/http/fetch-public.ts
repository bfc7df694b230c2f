// Decision 063: why the server fetches links only from public addresses.
import { lookup } from "node:dns/promises";
import https from "node:https";
import type { IncomingMessage } from "node:http";
import { type LookupFunction, isIP } from "node:net";
import { Readable } from "node:stream";
import ipaddr from "ipaddr.js";
import { textOf } from "#contract/refusal-texts.ts";
import { type PlainKey, type Sentence, withValues } from "#contract/refusals.ts";

/** A link cannot be fetched. */
export class LinkFault extends Error {
  override readonly name = "LinkFault";
  readonly reason: PlainKey | Sentence;
  constructor(reason: PlainKey | Sentence) {
    super(textOf(typeof reason === "string" ? { key: reason } : reason));
    this.reason = reason;
  }
}

/** The network that links are fetched from. Tests replace it. */
export interface Network {
  /** Returns all addresses of a host. Called once for each link. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  /** Trusted instead of the usual certificate authorities, in PEM. */
  readonly ca?: string;
  readonly timeoutMs: number;
}

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublic,
  timeoutMs: 10_000,
};

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
      const addresses = await Promise.race([resolvePublic(network, url), rejectAt(signal)]);
      const response = await request(url, addresses, network.ca, signal);
      demandPhoto(response, maxBytes);
      return Readable.from(bounded(response, maxBytes, asFault), { objectMode: false });
    } catch (error) {
      throw asFault(error);
    }
  };
}

/** Whether an address belongs to the public internet. IPv4 addresses inside IPv6 ones count as IPv4. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  // The library calls unassigned IPv6 addresses unicast too; the public internet is in this range.
  const isAssigned = address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
  return isAssigned && address.range() === "unicast";
}

/** Returns the addresses of a host. One that is not public makes the whole host unusable. */
async function resolvePublic({ resolve, isAllowed }: Network, { hostname }: URL): Promise<readonly string[]> {
  // `URL` has turned "2130706433" and "0x7f.1" into 127.0.0.1.
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new LinkFault("link_unreachable");
  if (!addresses.every(isAllowed)) throw new LinkFault("link_not_public");
  return addresses;
}

function request(
  url: URL,
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  /** Connects to the addresses that were checked, whatever DNS answers now. */
  const checked: LookupFunction = (_host, { all }, done) =>
    all ? done(null, found) : done(null, found[0]!.address, found[0]!.family);
  const headers = { accept: "image/*", "accept-encoding": "identity", "user-agent": "Swellmates" };
  return new Promise((done, fail) => {
    https
      .get(url, { agent: false, lookup: checked, signal, headers, ...(ca !== undefined && { ca }) }, done)
      .on("error", fail);
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

const rejectAt = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
