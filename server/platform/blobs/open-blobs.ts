import path from "node:path";
import type { Blobs } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";
import { s3Blobs } from "./s3.ts";
import type { S3Place } from "./s3-client.ts";

/** Where blobs are kept; plain, so that another process can be told. It holds a secret: tell it by no command line. */
export interface BlobPlace {
  /** Absolute. */
  readonly dataDir: string;
  /** Null or absent: in files below `dataDir`. */
  readonly s3?: S3Place | null;
}

export const openBlobs = ({ dataDir, s3 }: BlobPlace): Blobs =>
  s3 ? s3Blobs(s3, path.join(dataDir, "tmp")) : diskBlobs(path.join(dataDir, "blobs"));

/** Where that is, for people. */
export const nameOfPlace = ({ dataDir, s3 }: BlobPlace): string =>
  s3 ? `the bucket ${s3.bucket}` : path.join(dataDir, "blobs");

/** The variable by which a process that we start is told its place. */
const placeVariable = "BLOB_PLACE";

/** The environment of a process that opens the same blobs. */
export const tellPlace = ({ dataDir, s3 }: BlobPlace): Readonly<Record<string, string>> => ({
  [placeVariable]: JSON.stringify({ dataDir, s3 }),
});

/** In a process that was told its place, once: what it starts itself is told nothing. */
export function toldPlace(): BlobPlace {
  const place = JSON.parse(process.env[placeVariable]!) as BlobPlace;
  delete process.env[placeVariable];
  return place;
}
