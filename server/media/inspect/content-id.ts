import { isId } from "#contract/id.ts";
import { type Entry, type Tiff, folderAt, text, uint32 } from "./tiff.ts";

/** The QuickTime metadata key of the content id (AVMetadataKey.quickTimeMetadataKeyContentIdentifier). */
export const contentIdKey = "com.apple.quicktime.content.identifier";

const signature = Buffer.from("Apple iOS\0", "latin1");
/** Signature, version and byte order. A directory follows; its offsets count from the signature. */
const headBytes = 14;
const contentIdTag = 0x0011;

/**
 * Reads the content id from an iPhone's maker note (ContentIdentifier in exiftool.org/TagNames/Apple.html). Null for the notes of other
 * makers and for corrupt ones: photo editors move and cut them.
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
    // An offset points outside of the note. The other metadata may still be valid.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The UUID in lower case; null when `value` is none. */
export const contentIdOf = (value: string): string | null => (isId(value.toLowerCase()) ? value.toLowerCase() : null);
