import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";

export interface Made {
  readonly path: string;
  readonly bytes?: Uint8Array | string;
}

interface Look {
  readonly password?: string;
  readonly zip64?: boolean;
  /** Not deflated. */
  readonly isStored?: boolean;
}

/** Writes a zip with these entries, in this order. */
export async function makeZip(entries: readonly Made[], { password, zip64 = false, isStored = false }: Look = {}) {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false, zip64 });
  for (const { path, bytes = "bytes" } of entries)
    await writer.add(path, typeof bytes === "string" ? new TextReader(bytes) : new Uint8ArrayReader(bytes), {
      ...(password !== undefined && { password }),
      ...(isStored && { level: 0 }),
    });
  return writer.close();
}

/** Exchanges runs of bytes, written as Latin-1, by others of the same length. */
export async function forge(zip: Blob, from: string, to: string): Promise<Blob> {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  if (!text.includes(from) || from.length !== to.length) throw new Error(`The zip has no ${from}`);
  return new Blob([Uint8Array.from(text.replaceAll(from, to), (sign) => sign.codePointAt(0)!)]);
}

/** A number as zips write it, in four bytes as Latin-1. */
export const inFourBytes = (number: number): string =>
  [0, 8, 16, 24].map((shift) => String.fromCodePoint((number >>> shift) & 255)).join("");

const inTwoBytes = (number: number) => inFourBytes(number).slice(0, 2);

/** A zip of many stored files of one letter, "IMG_0.jpg" and so on, in a folder. It is made by hand, because a library takes long. */
export function manyIn(folder: string, count: number): Blob {
  const files: string[] = [];
  const list: string[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    const name = `${folder}/IMG_${n}.jpg`;
    // No time, the CRC-32 of "x", and its size twice.
    const same = `\n\0\0\0\0\0\0\0\x21\0${inFourBytes(0x8cdc_1683)}${inFourBytes(1).repeat(2)}${inTwoBytes(name.length)}\0\0`;
    files.push(`PK\x03\x04${same}${name}x`);
    list.push(`PK\x01\x02\n\0${same}${"\0".repeat(10)}${inFourBytes(at)}${name}`);
    at += files[n]!.length;
  }
  const directory = list.join("");
  const end = `PK\x05\x06\0\0\0\0${inTwoBytes(count).repeat(2)}${inFourBytes(directory.length)}${inFourBytes(at)}\0\0`;
  return new Blob([Uint8Array.from(files.join("") + directory + end, (sign) => sign.codePointAt(0)!)]);
}
