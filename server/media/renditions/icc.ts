import sharp from "sharp";
import type { NamedColours } from "../inspect/structure.ts";
import { isHdr } from "./to-srgb.ts";

/** The red and green primaries of Display P3 in ICC profiles (CIE XYZ, adapted to D50). */
const red = [0.5151, 0.2412, -0.0011];
const green = [0.2919, 0.6922, 0.0419];
const tolerance = 0.006;

/** Whether an ICC profile has the primaries of Display P3. The profile's name differs by vendor. */
export function isDisplayP3(icc: Buffer): boolean {
  return isNear(colorant(icc, "rXYZ"), red) && isNear(colorant(icc, "gXYZ"), green);
}

let profile: Promise<Buffer> | undefined;

/** The ICC profile of Display P3. */
export const displayP3 = (): Promise<Buffer> => (profile ??= makeProfile());

async function makeProfile(): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } });
  return (await sharp(await dot.withIccProfile("p3").png().toBuffer()).metadata()).icc!;
}

/** The colours of an HDR picture whose profile names them (ICC.1:2022 §9.2.17), because a profile alone cannot describe HDR. */
export function findHdrIn(icc: Buffer): NamedColours | undefined {
  const tag = findTag(icc, "cicp", 4);
  const colours = tag && { primaries: tag[0]!, transfer: tag[1]!, isNarrow: false };
  return colours && isHdr(colours) ? colours : undefined;
}

const isNear = (found: readonly number[] | undefined, wanted: readonly number[]) =>
  found !== undefined && wanted.every((value, i) => Math.abs(value - found[i]!) < tolerance);

/** Reads a tag of type XYZ (ICC.1:2022 §10.31): three signed fixed-point numbers (16.16). */
function colorant(icc: Buffer, tag: string): number[] | undefined {
  const found = findTag(icc, tag, 12);
  return found && [0, 4, 8].map((offset) => found.readInt32BE(offset) / 65_536);
}

/** Finds the first `bytes` bytes of a tag, after its type. */
function findTag(icc: Buffer, tag: string, bytes: number): Buffer | undefined {
  if (icc.length < 132) return undefined;
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at + 12 <= icc.length && at < 132 + count * 12; at += 12) {
    if (icc.toString("latin1", at, at + 4) !== tag) continue;
    const start = icc.readUInt32BE(at + 4) + 8;
    return start + bytes > icc.length ? undefined : icc.subarray(start, start + bytes);
  }
  return undefined;
}
