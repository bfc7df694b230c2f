/** A block of TIFF directories (TIFF 6.0). What lies outside of the block is not there. */
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

const entryBytes = 12;

/** The entries of a TIFF directory by tag, as far as the block goes; none when there is no offset. Of two of one tag the first counts. */
export function folderAt(tiff: Tiff, offset: number | null | undefined): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>();
  const room = tiff.block.length - (offset ?? 0) - 2;
  if (!offset || room < 0) return entries;
  const count = Math.min(uint(tiff, offset, 2), Math.floor(room / entryBytes));
  for (let i = 0; i < count; i++) {
    const at = offset + 2 + i * entryBytes;
    const tag = uint(tiff, at, 2);
    if (!entries.has(tag)) entries.set(tag, { type: uint(tiff, at + 2, 2), count: uint(tiff, at + 4, 4), at: at + 8 });
  }
  return entries;
}

/** The bytes of a value by type. */
const widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** The bytes of a value; none when it lies outside of the block. */
export function bytesOfEntry(tiff: Tiff, entry: Entry | undefined): Buffer {
  const length = entry ? (widths[entry.type] ?? 0) * entry.count : 0;
  if (!entry || length === 0) return Buffer.alloc(0);
  const start = length <= 4 ? entry.at : uint(tiff, entry.at, 4);
  return start + length <= tiff.block.length ? tiff.block.subarray(start, start + length) : Buffer.alloc(0);
}

/** A text of ASCII, of bytes or of an undefined type, without the zeros and blanks at its end. */
export function text(tiff: Tiff, entry: Entry | undefined): string | null {
  if (entry && ![1, 2, 7].includes(entry.type)) return null;
  const bytes = bytesOfEntry(tiff, entry).subarray(0, maxTextBytes);
  return bytes.toString("utf8").replace(/[\0\s]+$/, "") || null;
}

const maxTextBytes = 128;

/** At most three numbers, of whatever type of numbers: a fraction without a divisor is `NaN`, or infinite. */
export function numbers(tiff: Tiff, entry: Entry | undefined): number[] {
  if (entry && [2, 7].includes(entry.type)) return [];
  const bytes = bytesOfEntry(tiff, entry);
  const width = widths[entry?.type ?? 0] ?? 0;
  const { isLittle } = tiff;
  const whole = (at: number, length: number, isSigned: boolean) => {
    const value = uint({ block: bytes, isLittle }, at, length);
    return isSigned && value >= 2 ** (length * 8 - 1) ? value - 2 ** (length * 8) : value;
  };
  const read = (at: number): number => {
    const type = entry!.type;
    if (type === 5 || type === 10) return whole(at, 4, type === 10) / whole(at + 4, 4, type === 10);
    if (type === 11) return isLittle ? bytes.readFloatLE(at) : bytes.readFloatBE(at);
    if (type === 12) return isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
    return whole(at, width, [6, 8, 9].includes(type));
  };
  return Array.from({ length: width ? Math.min(3, bytes.length / width) : 0 }, (_, i) => read(i * width));
}

export const uint = ({ block, isLittle }: Tiff, at: number, length: number): number =>
  isLittle ? block.readUIntLE(at, length) : block.readUIntBE(at, length);
