import { isId } from "#contract/id.ts";
import { type Entry, type Tiff, bytesOfEntry, folderAt, text, uint } from "./tiff.ts";

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
export function contentIdIn(tiff: Tiff, entry: Entry | undefined): string | null {
  if (entry?.type !== 7) return null;
  const note = bytesOfEntry(tiff, entry);
  const order = note.toString("latin1", headBytes - 2, headBytes);
  if (!note.subarray(0, signature.length).equals(signature) || (order !== "MM" && order !== "II")) return null;
  const own = { block: note, isLittle: order === "II" };
  // An id that is not sure would join two photos: the directory must be whole.
  const isWhole = note.length >= headBytes + 2 && headBytes + 2 + uint(own, headBytes, 2) * 12 <= note.length;
  const id = isWhole ? folderAt(own, headBytes).get(contentIdTag) : undefined;
  return id?.type === 2 ? contentIdOf(text(own, id) ?? "") : null;
}

/** The UUID in lower case; null when `value` is none. */
export const contentIdOf = (value: string): string | null => (isId(value.toLowerCase()) ? value.toLowerCase() : null);
