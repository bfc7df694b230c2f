/** A place in the chosen zips: which of them, and which of its entries. */
export type EntryPlace = readonly [zip: number, entry: number];

/** A photo or video in a zip. */
export interface ZipPhoto {
  readonly place: EntryPlace;
  readonly name: string;
  /** Bytes, as the zip says. */
  readonly size: number;
  /** Empty when the ending of the name says none. */
  readonly type: string;
  /** The path of its folder, which is an album in a Takeout; empty at the top of a zip. */
  readonly folder: string;
  /** Where the JSON of a Takeout is that tells about it. */
  readonly note?: EntryPlace | undefined;
}

/** A file of a zip that stays behind. */
export interface LeftBehind {
  readonly name: string;
  readonly reason: string;
}

/** What stands in the chosen zips. */
export interface ZipListing {
  /** For each zip why it cannot be opened, or undefined. */
  readonly faults: readonly (string | undefined)[];
  readonly photos: readonly ZipPhoto[];
  readonly left: readonly LeftBehind[];
  /** The notes of a Takeout stand beside the photos. */
  readonly isTakeout: boolean;
}

/** An entry as its zip lists it. */
export interface ZipEntry {
  /** With folders. */
  readonly path: string;
  readonly size: number;
  readonly isLocked: boolean;
}

/** A zip, or a file in it, that cannot be read. Its message is a sentence for people. */
export class ZipFault extends Error {
  override readonly name = "ZipFault";
}

/** The most photos of zips that go as one choice. */
export const maxZipPhotos = 5000;
export const maxZipBytes = 64 * 1024 ** 3;

const zipTypes = ["application/zip", "application/x-zip-compressed", "application/x-zip"];

export const isZip = ({ name, type }: Pick<File, "name" | "type">): boolean =>
  zipTypes.includes(type) || /\.zip$/i.test(name);
