import { createHmac, timingSafeEqual } from "node:crypto";

const sealOf = (key: Buffer, hex: string) =>
  createHmac("sha256", key).update(`bounce ${hex}`).digest("hex").slice(0, 16);

/** `bounces+<letter>-<seal>@example.org`: a report that comes back there names its letter, and nobody can make one up. */
export function bounceAddress(key: Buffer, base: string, letterId: string): string {
  const at = base.lastIndexOf("@");
  const hex = letterId.replaceAll("-", "");
  return `${base.slice(0, at)}+${hex}-${sealOf(key, hex)}${base.slice(at)}`;
}

/** The letter that an address was made for; undefined when we did not make it. Servers on the way may have changed its case. */
export function letterOfBounce(key: Buffer, address: string): string | undefined {
  const [, hex, seal] = /\+([\da-f]{32})-([\da-f]{16})@/.exec(address.toLowerCase()) ?? [];
  if (!hex || !seal || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(key, hex)))) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
