import type { Bytes } from "./bytes.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import type { Structure } from "./structure.ts";
import { readWebp } from "./webp.ts";

/** A kind of file that we take, told by its content alone. */
export interface Kind {
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  readonly read: (bytes: Bytes) => Structure;
}

const jpeg: Kind = { type: "image/jpeg", read: readJpeg };
const png: Kind = { type: "image/png", read: readPng };
const webp: Kind = { type: "image/webp", read: readWebp };

/** Enough of a file's beginning to tell what it is. */
export const headBytes = 512;

/** What a file is by its first bytes; for what we do not take, what to call it in a sentence. */
export function kindOf(head: Buffer): Kind | { readonly called: string } {
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return jpeg;
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return png;
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return webp;
  if (text.slice(4, 8) === "ftyp") return { called: byBrand(text.slice(8, 12)) };
  if (/^GIF8[79]a/.test(text)) return { called: "a GIF picture" };
  if (text.startsWith("\x1aE\xdf\xa3") || (text.startsWith("RIFF") && text.slice(8, 12) === "AVI "))
    return { called: "a video" };
  if (/^(II\*\0|MM\0\*)/.test(text)) return { called: "a TIFF or raw picture" };
  if (text.startsWith("%PDF-")) return { called: "a PDF document" };
  if (/<svg[\s>]/i.test(text)) return { called: "an SVG drawing" };
  return { called: "no photo" };
}

function byBrand(brand: string): string {
  if (/^avi[fs]$/.test(brand)) return "an AVIF picture";
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return "a HEIC photo";
  return "a video";
}
