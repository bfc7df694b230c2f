// Decision 063: why the server fetches links only from public addresses.
import { lookup } from "node:dns/promises";
import https from "node:https";
import type { IncomingMessage } from "node:http";
import { type LookupFunction, isIP } from "node:net";
import { Readable } from "node:stream";
import ipaddr from "ipaddr.js";

/** A link cannot be fetched; the message is a sentence for people. */
export class LinkFault extends Error {
  override readonly name = "LinkFault";
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
    if (url.protocol !== "https:") throw new LinkFault("Please use a link that begins with https://.");
    const signal = AbortSignal.timeout(network.timeoutMs);
    const asFault = (error: unknown) =>
      error instanceof LinkFault ? error : new LinkFault(signal.aborted ? tooSlow : unreachable);
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

const unreachable = "The site of this link cannot be reached.";
const tooSlow = "The site of this link takes too long.";

/** Whether an address belongs to the public internet. IPv4 addresses inside IPv6 ones count as IPv4. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  // The library counts what nobody has assigned as unicast; the public internet is this part of IPv6.
  const isAssigned = address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
  return isAssigned && address.range() === "unicast";
}

/** Returns the addresses of a host. One that is not public makes the whole host unusable. */
async function resolvePublic({ resolve, isAllowed }: Network, { hostname }: URL): Promise<readonly string[]> {
  // `URL` has turned "2130706433" and "0x7f.1" into 127.0.0.1.
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new LinkFault(unreachable);
  if (!addresses.every(isAllowed)) throw new LinkFault("This link does not lead to a public site.");
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
      ? new LinkFault("This link leads on to another one. Please use the link of the photo itself.")
      : statusCode !== 200
        ? new LinkFault("There is no photo at this link.")
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
  new LinkFault(`The photo at this link is too large: at most ${Math.floor(maxBytes / 1_048_576)} MB, please.`);

const rejectAt = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
