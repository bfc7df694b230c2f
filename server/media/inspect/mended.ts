import { closeSync, fstatSync, openSync } from "node:fs";
import { bytesOf } from "./bytes.ts";
import { headBytes, kindOf } from "./kind.ts";

const endOfJpeg = "ffd9";

/**
 * Returns a copy of the photo at `path` without its harmless faults, for decoders that refuse them; null when the photo has none. The
 * readers of the formats (`readJpeg`, `readPng` and so on) find the faults. Reads synchronously, so only for processes that serve no
 * requests.
 */
export async function findMended(path: string): Promise<Buffer | null> {
  const fd = openSync(path, "r");
  try {
    const bytes = bytesOf(fd, fstatSync(fd).size);
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    if (!("type" in kind) || !kind.read) return null;
    // Most photos are JPEGs, and decoders forgive them everything but a missing end.
    const isWhole = kind.type === "image/jpeg" && bytes.at(bytes.size - 2, 2).toString("hex") === endOfJpeg;
    const { mended = null } = isWhole ? {} : await kind.read(bytes);
    if (!mended) return null;
    return Buffer.concat(
      mended.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(bytes.at(part.start, part.bytes)))),
    );
  } finally {
    closeSync(fd);
  }
}
