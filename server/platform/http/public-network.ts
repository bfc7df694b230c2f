// Decision 063: why the server connects to links of people only at public addresses.
import { lookup } from "node:dns/promises";
import { type LookupFunction, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The network that people's links and push services are in. Tests replace it. */
export interface Network {
  /** Returns all addresses of a host. Called once for each connection. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  /** Trusted instead of the usual certificate authorities, in PEM. */
  readonly ca?: string;
  readonly timeoutMs: number;
  /** Connect to this port for port 443. */
  readonly httpsPort?: number;
}

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublic,
  timeoutMs: 10_000,
};

/** Whether an address belongs to the public internet. IPv4 addresses inside IPv6 ones count as IPv4. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  // The library calls unassigned IPv6 addresses unicast too; the public internet is in this range.
  const isAssigned = address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
  return isAssigned && address.range() === "unicast";
}

/** The name of a link's host, or its address without brackets. `URL` has turned "2130706433" and "0x7f.1" into 127.0.0.1. */
export const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, "");

/** Returns the addresses of a host, and null if one of them is not public. Rejects if the host is unknown. */
export async function resolvePublic({ resolve, isAllowed }: Network, host: string): Promise<readonly string[] | null> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.every(isAllowed) ? addresses : null;
}

/** Connects to addresses that were checked, whatever DNS answers by then. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
}

/** Rejects with the reason of the signal once it aborts. */
export const rejectAt = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
