// Written by hand because Node's `crypto.randomUUIDv7` does not keep the order within a millisecond.
import { randomBytes } from "node:crypto";

/** Ids below and above all others, with which lists begin. */
export const firstId = "00000000-0000-0000-0000-000000000000";
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

let latest = 0;
let count = 0;

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, a 12-bit counter within the millisecond (§6.2, method 1), then random. The ids
 * of one process are in ascending order.
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const now = Math.max(Date.now(), latest);
  count = now > latest ? bytes.readUInt16BE(6) & 0x1ff : count + 1;
  // When the counter overflows, use the next millisecond.
  latest = count > 0xfff ? now + 1 : now;
  count &= 0xfff;
  bytes.writeUIntBE(latest, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
