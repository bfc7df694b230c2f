import ipaddr from "ipaddr.js";

/** Lengths of a network's prefix in bits, whole bytes. */
export interface Prefix {
  readonly v4: number;
  readonly v6: number;
}

/** What one customer of a provider can get at most, or a part of the provider. */
export const wideNetwork: Prefix = { v4: 16, v6: 48 };

/** The network of an IP address, as a key. An IPv4 address in IPv6 form counts as IPv4; what is no address is its own network. */
export function networkOf(address: string, { v4, v6 }: Prefix): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? v4 : v6;
  return `${parsed.kind()} ${Buffer.from(parsed.toByteArray().slice(0, bits / 8)).toString("hex")}`;
}
