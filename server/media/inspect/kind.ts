import type { PlainKey } from "#contract/refusals.ts";
import type { Bytes } from "./bytes.ts";
import { readGif } from "./gif.ts";
import { readHeif } from "./heif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import type { Structure } from "./structure.ts";
import { readWebp } from "./webp.ts";

/** A supported kind of file, identified by its content. */
export type Kind =
  | { readonly type: ImageType; readonly read: (bytes: Bytes) => Structure | Promise<Structure> }
  | { readonly type: VideoType; readonly read?: undefined };

export const imageTypes = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/heic",
  "image/heif",
] as const;
export type ImageType = (typeof imageTypes)[number];

export const videoTypes = ["video/mp4", "video/quicktime", "video/webm"] as const;
export type VideoType = (typeof videoTypes)[number];

/** A receipt may be one. It is kept as it came, and no process of ours opens it. */
export const pdfType = "application/pdf";

/** Whether a file begins as a PDF does. */
export const isPdf = (head: Buffer): boolean => head.subarray(0, 5).toString("latin1") === "%PDF-";

/** The number of first bytes that identify a file. */
export const headBytes = 512;

/** Identifies a file by its first bytes. `refusal` names an unsupported kind. */
export function kindOf(head: Buffer): Kind | { readonly refusal: PlainKey } {
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8")) return { type: "image/jpeg", read: readJpeg };
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return { type: "image/png", read: readPng };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { type: "image/webp", read: readWebp };
  if (/^GIF8[79]a/.test(text)) return { type: "image/gif", read: readGif };
  if (text.slice(4, 8) === "ftyp") return byBrand(brandsIn(head, text));
  // Old QuickTime files have no brands.
  if (/^(moov|mdat|wide|free|skip|pnot)$/.test(text.slice(4, 8))) return { type: "video/quicktime" };
  if (text.startsWith("\x1aE\xdf\xa3")) {
    return text.includes("\x42\x82\x84webm") ? { type: "video/webm" } : { refusal: "file_is_matroska" };
  }
  if (text.startsWith("RIFF") && text.slice(8, 12) === "AVI ") return { refusal: "file_is_avi" };
  if (/^(II\*\0|MM\0\*)/.test(text)) return { refusal: "file_is_raw" };
  if (isSound(head, text)) return { refusal: "file_is_sound" };
  if (/<svg[\s>]/i.test(text)) return { refusal: "file_is_svg" };
  if (text.startsWith("#EXTM3U")) return { refusal: "file_is_playlist" };
  return { refusal: "file_is_no_media" };
}

/** Whether a file begins as MP3, FLAC, AMR, CAF, Ogg, WAV, AIFF or AAC do. */
function isSound(head: Buffer, text: string): boolean {
  if (/^(ID3|fLaC|#!AMR|caff)/.test(text)) return true;
  if (text.startsWith("OggS")) return !text.includes("\x80theora");
  if (/^(RIFF....WAVE|FORM....AIF[FC])/s.test(text)) return true;
  // The sync words of MP3 and of AAC (ADTS).
  const [first = 0, second = 0] = head;
  return first === 0xff && ((second & 0xe6) === 0xe2 || (second & 0xf6) === 0xf0);
}

/** The major brand, then the compatible ones. */
function brandsIn(head: Buffer, text: string): string[] {
  const end = Math.min(head.length < 4 ? 0 : head.readUInt32BE(0), text.length);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}

function byBrand(brands: readonly string[]): Kind | { readonly refusal: PlainKey } {
  const main = brands[0]!;
  const isGeneral = /^(mif[12]|msf1|miaf)$/.test(main);
  // A general brand does not name the codec; the compatible ones do.
  const telling = isGeneral ? brands : [main];
  if (telling.some((brand) => /^avi[fs]$/.test(brand))) return { type: "image/avif", read: readHeif };
  if (telling.some((brand) => /^(hei[cxms]|hev[cxms])$/.test(brand))) return { type: "image/heic", read: readHeif };
  if (isGeneral) return { type: "image/heif", read: readHeif };
  if (/^(M4[ABP]|F4[AB]) $/.test(main)) return { refusal: "file_is_sound" };
  if (main === "crx ") return { refusal: "file_is_raw" };
  return { type: main === "qt  " ? "video/quicktime" : "video/mp4" };
}
