/**
 * An entry of a zip (PKWARE APPNOTE 6.3.10). Entries are uncompressed, with known sizes and sums and names in UTF-8. The 64-bit forms
 * (zip64) are used only where a number needs them.
 */
export interface Entry {
  /** Its path in the zip. */
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Date;
  /** The local time of `modified`, written as UTC. */
  readonly clock: Date;
}

const max32 = 0xffffffff;
const max16 = 0xffff;
/** The extra field with the time: id, length, flags, and seconds since 1970. */
const timeBytes = 9;
const [utf8, stored, made, plainFile] = [1 << 11, 0, (3 << 8) | 45, (0o100644 << 16) >>> 0];

const isLarge = ({ size }: Entry) => size >= max32;

export const localSize = (entry: Entry): number =>
  30 + Buffer.byteLength(entry.name) + timeBytes + (isLarge(entry) ? 20 : 0);

/** The header before an entry's bytes. */
export function localHeader(entry: Entry): Buffer {
  const large = isLarge(entry);
  const record = Buffer.alloc(localSize(entry));
  record.writeUInt32LE(0x04034b50, 0);
  writeShared(record, 4, entry, large);
  let at = 30 + record.write(entry.name, 30);
  at = writeTime(record, at, entry);
  if (large) writeLong(record, at, [entry.size, entry.size]);
  return record;
}

/** The numbers of a directory entry that need 64 bits, in the order of the format. */
const longs = (entry: Entry, offset: number) => [
  ...(isLarge(entry) ? [entry.size, entry.size] : []),
  ...(offset >= max32 ? [offset] : []),
];

export function centralSize(entry: Entry, offset: number): number {
  const numbers = (isLarge(entry) ? 2 : 0) + (offset >= max32 ? 1 : 0);
  return 46 + Buffer.byteLength(entry.name) + timeBytes + (numbers ? 4 + 8 * numbers : 0);
}

/** The record of an entry in the directory; `offset` is that of its local header. */
export function centralHeader(entry: Entry, offset: number): Buffer {
  const numbers = longs(entry, offset);
  const record = Buffer.alloc(centralSize(entry, offset));
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(made, 4);
  writeShared(record, 6, entry, numbers.length > 0);
  record.writeUInt16LE(record.length - 46 - Buffer.byteLength(entry.name), 30);
  record.writeUInt32LE(plainFile, 38);
  record.writeUInt32LE(Math.min(offset, max32), 42);
  let at = 46 + record.write(entry.name, 46);
  at = writeTime(record, at, entry);
  if (numbers.length > 0) writeLong(record, at, numbers);
  return record;
}

/** The end of a zip of `count` entries, whose directory of `size` bytes begins at `offset`. */
export function endRecord(count: number, size: number, offset: number): Buffer {
  const large = count >= max16 || size >= max32 || offset >= max32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (!large) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(made, 12);
  record.writeUInt16LE(45, 14);
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count), at);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

/** Writes the fields that both headers share: version, flags, method, time, sum, sizes and lengths. */
function writeShared(record: Buffer, at: number, entry: Entry, large: boolean): void {
  record.writeUInt16LE(large ? 45 : 20, at);
  record.writeUInt16LE(utf8, at + 2);
  record.writeUInt16LE(stored, at + 4);
  record.writeUInt32LE(dosTime(entry.clock), at + 6);
  record.writeUInt32LE(entry.crc32, at + 10);
  record.writeUInt32LE(Math.min(entry.size, max32), at + 14);
  record.writeUInt32LE(Math.min(entry.size, max32), at + 18);
  record.writeUInt16LE(Buffer.byteLength(entry.name), at + 22);
  record.writeUInt16LE(timeBytes + (isLarge(entry) ? 20 : 0), at + 24);
}

/** Writes the exact instant ("UT"). The header's MS-DOS time, which Windows shows, has no zone and only even seconds. */
function writeTime(record: Buffer, at: number, { modified }: Entry): number {
  record.writeUInt16LE(0x5455, at);
  record.writeUInt16LE(5, at + 2);
  record.writeUInt8(1, at + 4);
  const seconds = Math.floor(modified.getTime() / 1000);
  record.writeInt32LE(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, seconds)), at + 5);
  return at + timeBytes;
}

function writeLong(record: Buffer, at: number, numbers: readonly number[]): void {
  record.writeUInt16LE(1, at);
  record.writeUInt16LE(8 * numbers.length, at + 2);
  numbers.forEach((number, i) => record.writeBigUInt64LE(BigInt(number), at + 4 + 8 * i));
}

/** The MS-DOS date and time, within its range of 1980 to 2107. */
function dosTime(clock: Date): number {
  const year = clock.getUTCFullYear();
  if (year < 1980) return 0x00210000;
  const date = (Math.min(year, 2107) - 1980) * 512 + (clock.getUTCMonth() + 1) * 32 + clock.getUTCDate();
  const time = clock.getUTCHours() * 2048 + clock.getUTCMinutes() * 32 + (clock.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}
