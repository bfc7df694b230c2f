import { oneLine } from "#contract/plain-text.ts";
import type { ImageType, VideoType, pdfType } from "../inspect/kind.ts";

/** Removes folders and hidden characters from a file name. Never returns an empty name. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const clean = oneLine(last);
  return /^\.*$/.test(clean) ? "photo" : clean;
}

/** The endings of each type of file; the first is given to names that have none of them. */
const endings: Readonly<Record<ImageType | VideoType | typeof pdfType, readonly [string, ...string[]]>> = {
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "image/avif": ["avif"],
  "image/heic": ["heic", "heif", "hif"],
  "image/heif": ["heif", "heic", "hif"],
  "video/mp4": ["mp4", "m4v"],
  "video/quicktime": ["mov", "qt"],
  "video/webm": ["webm"],
  "application/pdf": ["pdf"],
};

/** Removes the ending: a dot and at most five letters or digits. Digits alone are no ending, as in "Lagos 12.07". */
export const withoutEnding = (name: string): string => name.replace(/\.(?!\d+$)[\p{L}\p{N}]{1,5}$/u, "");

/**
 * Gives a file name an ending of the file's type, so that no photo is called like a program: "holiday.hta" becomes "holiday.jpg". An
 * ending that fits stays.
 */
export function nameForType(name: string, type: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the inspection finds these types alone
  const [ending, ...others] = endings[type as keyof typeof endings];
  const fits = new RegExp(`.\\.(${[ending, ...others].join("|")})$`, "i");
  const stem = withoutEnding(name);
  return [name, stem].find((known) => fits.test(known)) ?? `${stem || "photo"}.${ending}`;
}

/** The Content-Disposition header that saves under this name (RFC 6266): in ASCII for old programs and in UTF-8 (RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
