/** The red and green primaries of Display P3 in ICC profiles (CIE XYZ, adapted to D50). */
const red = [0.5151, 0.2412, -0.0011];
const green = [0.2919, 0.6922, 0.0419];
const tolerance = 0.006;

/** Whether an ICC profile has the primaries of Display P3. The profile's name differs by vendor. */
export function isDisplayP3(icc: Buffer): boolean {
  return isNear(colorant(icc, "rXYZ"), red) && isNear(colorant(icc, "gXYZ"), green);
}

const isNear = (found: readonly number[] | undefined, wanted: readonly number[]) =>
  found !== undefined && wanted.every((value, i) => Math.abs(value - found[i]!) < tolerance);

/** Reads a tag of type XYZ (ICC.1:2022 §10.31): three signed fixed-point numbers (16.16). */
function colorant(icc: Buffer, tag: string): number[] | undefined {
  if (icc.length < 132) return undefined;
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at + 12 <= icc.length && at < 132 + count * 12; at += 12) {
    if (icc.toString("latin1", at, at + 4) !== tag) continue;
    const start = icc.readUInt32BE(at + 4) + 8;
    if (start + 12 > icc.length) return undefined;
    return [0, 4, 8].map((offset) => icc.readInt32BE(start + offset) / 65_536);
  }
  return undefined;
}
