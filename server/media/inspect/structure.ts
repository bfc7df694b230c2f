/** The facts in the structure of a picture's file, read without decoding pixels. */
export interface Structure {
  /** As stored, before EXIF's rotation. Where the format itself rotates, as shown. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** A copy of the TIFF block with its EXIF metadata; null when there is none. */
  readonly exif: Buffer | null;
  /** A copy of its XMP packet. */
  readonly xmp?: Buffer | null;
  /** Times in texts of the format's own, the most trusted first. */
  readonly times?: readonly string[];
  /** Width and height are already rotated; EXIF's orientation does not apply. */
  readonly isUpright?: boolean;
  /** It has several frames, few enough to be decoded as an animation. */
  readonly isAnimated?: boolean;
  /** The clip inside a motion photo. */
  readonly clip?: Span | null;
  /** What to decode instead of the file when it has harmless faults: parts of it, and bytes that are missing or wrong in it. */
  readonly mended?: readonly (Span | Buffer)[] | null;
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a file, in bytes. */
export interface Span {
  readonly start: number;
  readonly bytes: number;
}

/** How the numbers of a picture's pixels become colours, in the code points of ITU-T H.273. */
export interface NamedColours {
  readonly primaries: number;
  readonly transfer: number;
  /** As in television, black is 16 of 255 and white 235. */
  readonly isNarrow: boolean;
}

const unspecified = 2;

/** Colours by their numbers; undefined if they are left open, which only says how the picture was coded. */
export const namedColours = (primaries: number, transfer: number, isNarrow = false): NamedColours | undefined =>
  primaries === unspecified && transfer === unspecified ? undefined : { primaries, transfer, isNarrow };

const prefix = Buffer.from("Exif\0\0", "latin1");

/** Copies an EXIF block without the prefix of six bytes that JPEG, and some writers of other formats, put before it. */
export const tiffOf = (block: Buffer): Buffer =>
  Buffer.from(block.subarray(0, 6).equals(prefix) ? block.subarray(6) : block);

const xmpPrefix = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");

/** Copies the XMP packet of a segment of a JPEG; null when it is another segment. */
export const xmpOf = (segment: Buffer): Buffer | null =>
  segment.subarray(0, xmpPrefix.length).equals(xmpPrefix) ? Buffer.from(segment.subarray(xmpPrefix.length)) : null;

/** No camera writes more EXIF or XMP; a longer block is ignored. */
export const maxMetadataBytes = 1024 * 1024;

export const isExif = (block: Buffer): boolean => block.subarray(0, 6).equals(prefix);

/** Pictures with more pixels are refused before decoding: a small file can decode to gigabytes. */
export const maxPixels = 100_000_000;

/** Longer videos are refused: their playback version would keep a processor busy for hours. */
export const maxVideoMinutes = 60;

/** Whether this many frames of this size can be decoded as one animation. */
export const canAnimate = (frames: number, { width, height }: Size): boolean =>
  frames > 1 && frames * width * height <= maxPixels;
