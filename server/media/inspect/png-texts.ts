import { inflateSync } from "node:zlib";
import { maxMetadataBytes } from "./structure.ts";

/**
 * The keywords of texts with a capture time, the most trusted first: of ImageMagick, of most programs, of exiftool. ImageMagick's
 * `date:create` is the time of a conversion.
 */
const timeKeywords = ["exif:DateTimeOriginal", "Creation Time", "create-date", "CreationTime"];
const xmpKeyword = "XML:com.adobe.xmp";
const maxKeywordBytes = 79;

/** Collects the XMP packet and the capture times in the text chunks of a PNG (W3C PNG, third edition, §11.3.3). */
export function pngTexts() {
  const texts = new Map<string, Buffer>();
  return {
    /** Looks at a chunk. Of two of one keyword the first counts, so a file of bombs costs no more than one for each keyword. */
    see(chunk: string, content: () => Buffer): void {
      if (chunk !== "tEXt" && chunk !== "zTXt" && chunk !== "iTXt") return;
      const block = content();
      const end = block.subarray(0, maxKeywordBytes + 1).indexOf(0);
      const keyword = block.toString("latin1", 0, Math.max(0, end));
      if (texts.has(keyword) || !(timeKeywords.includes(keyword) || keyword === xmpKeyword)) return;
      texts.set(keyword, textIn(chunk, Buffer.from(block.subarray(end + 1))));
    },
    found: () => ({
      xmp: texts.get(xmpKeyword) ?? null,
      times: timeKeywords.flatMap((keyword) => texts.get(keyword)?.toString("utf8", 0, maxTimeBytes) ?? []),
    }),
  };
}

const maxTimeBytes = 128;

/** The text behind a keyword; empty when it is not as it should be. */
function textIn(chunk: "tEXt" | "zTXt" | "iTXt", rest: Buffer): Buffer {
  if (chunk === "tEXt") return rest;
  if (chunk === "zTXt") return inflated(rest.subarray(1));
  // A flag and a method of compression, then a language and the keyword in it.
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  if (translated < 0) return Buffer.alloc(0);
  const text = rest.subarray(translated + 1);
  return rest[0] === 1 ? inflated(text) : text;
}

function inflated(block: Buffer): Buffer {
  try {
    return inflateSync(block, { maxOutputLength: maxMetadataBytes });
  } catch {
    // It is no deflate stream, or a bomb.
    return Buffer.alloc(0);
  }
}
