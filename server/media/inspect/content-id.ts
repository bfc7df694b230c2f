import { type Entry, type Tiff, folderAt, text, uint32 } from "./tiff.ts";

/** What a film of a Live Photo carries it under, among its QuickTime metadata (AVMetadataKey.quickTimeMetadataKeyContentIdentifier). */
export const contentIdKey = "com.apple.quicktime.content.identifier";

const signature = Buffer.from("Apple iOS\0", "latin1");
/** Signature, version and byte order. Offsets in the directory that follows count from the signature. */
const headBytes = 14;
const contentIdTag = 0x0011;

/**
 * The identifier in an iPhone's maker note, by what ExifTool knows of it (exiftool.org/TagNames/Apple.html, ContentIdentifier). Null
 * for any other maker note, and for one that makes no sense: photo editors move and cut them.
 */
export function contentIdIn({ block, isLittle }: Tiff, entry: Entry | undefined): string | null {
  try {
    if (entry?.type !== 7) return null;
    const start = uint32({ block, isLittle }, entry.at);
    const note = block.subarray(start, start + entry.count);
    const order = note.toString("latin1", headBytes - 2, headBytes);
    if (!note.subarray(0, signature.length).equals(signature) || (order !== "MM" && order !== "II")) return null;
    const own = { block: note, isLittle: order === "II" };
    return contentIdOf(text(own, folderAt(own, headBytes).get(contentIdTag)) ?? "");
  } catch (error) {
    // It points outside of itself; the rest of the metadata can be whole all the same.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A UUID in lower case; null for anything else. */
export const contentIdOf = (told: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(told) ? told.toLowerCase() : null;
