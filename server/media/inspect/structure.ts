/** What the structure of a file tells without decoding a pixel. */
export interface Structure {
  /** As stored, before the rotation that EXIF names; as shown where the format itself rotates. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** The TIFF block of its EXIF metadata, a copy; null without. */
  readonly exif: Buffer | null;
  /** Nothing is left for EXIF to rotate. */
  readonly isUpright?: boolean;
  /** It has several frames, few enough to be shown as moving. */
  readonly isAnimated?: boolean;
  /** The film that came with the picture: phones append a moment of video. */
  readonly film?: Span | null;
}

/** A part of a file, in bytes. */
export interface Span {
  readonly start: number;
  readonly bytes: number;
}

const prefix = Buffer.from("Exif\0\0", "latin1");

/** EXIF travels with and without the six bytes that announce it in JPEG. */
export const tiffOf = (block: Buffer): Buffer =>
  Buffer.from(block.subarray(0, 6).equals(prefix) ? block.subarray(6) : block);

export const isExif = (block: Buffer): boolean => block.subarray(0, 6).equals(prefix);

/** Pictures with more pixels are refused before anybody decodes them: a small file can hold gigabytes of them. */
export const mostPixels = 100_000_000;

/** Whether so many frames of this size can be decoded as one picture. */
export const canMove = (frames: number, { width, height }: Pick<Structure, "width" | "height">): boolean =>
  frames > 1 && frames * width * height <= mostPixels;
