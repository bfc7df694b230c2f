/** What the structure of a picture tells without decoding a pixel. */
export interface Structure {
  /** As stored, before rotation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** The TIFF block of its EXIF metadata, a copy; null without. */
  readonly exif: Buffer | null;
}

const prefix = Buffer.from("Exif\0\0", "latin1");

/** EXIF travels with and without the six bytes that announce it in JPEG. */
export const tiffOf = (block: Buffer): Buffer =>
  Buffer.from(block.subarray(0, 6).equals(prefix) ? block.subarray(6) : block);

export const isExif = (block: Buffer): boolean => block.subarray(0, 6).equals(prefix);
