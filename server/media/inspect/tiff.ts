/** A block of TIFF directories (TIFF 6.0). A read outside of the block throws a `RangeError`. */
export interface Tiff {
  readonly block: Buffer;
  readonly isLittle: boolean;
}

export interface Entry {
  readonly type: number;
  readonly count: number;
  /** The offset of the value, or of its offset. */
  readonly at: number;
}

/** The entries of a TIFF directory by tag; none when there is no offset. */
export function folderAt(tiff: Tiff, offset: number | null): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>();
  if (!offset) return entries;
  const count = uint16(tiff, offset);
  for (let i = 0; i < count; i++) {
    const at = offset + 2 + i * 12;
    entries.set(uint16(tiff, at), { type: uint16(tiff, at + 2), count: uint32(tiff, at + 4), at: at + 8 });
  }
  return entries;
}

export function number(tiff: Tiff, entry: Entry | undefined): number | null {
  if (entry?.type === 3) return uint16(tiff, entry.at);
  if (entry?.type === 4) return uint32(tiff, entry.at);
  return null;
}

export function text(tiff: Tiff, entry: Entry | undefined): string | null {
  if (entry?.type !== 2 || entry.count > 64) return null;
  const start = entry.count <= 4 ? entry.at : uint32(tiff, entry.at);
  const value = tiff.block.toString("latin1", start, start + entry.count).replace(/[\0 ]+$/, "");
  return value || null;
}

export function rationals(tiff: Tiff, entry: Entry | undefined): number[] {
  if (entry?.type !== 5 || entry.count > 3) return [];
  const start = uint32(tiff, entry.at);
  return Array.from({ length: entry.count }, (_, i) => uint32(tiff, start + i * 8) / uint32(tiff, start + i * 8 + 4));
}

const uint16 = ({ block, isLittle }: Tiff, at: number) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at));
export const uint32 = ({ block, isLittle }: Tiff, at: number) =>
  isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at);
