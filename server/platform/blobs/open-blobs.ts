import path from "node:path";
import type { Blobs } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";
import { s3Blobs } from "./s3.ts";
import type { S3Settings } from "./s3-client.ts";

/** Where blobs are stored, as plain data for other processes. It holds a secret: never pass it on a command line. */
export interface BlobSettings {
  /** Absolute. */
  readonly dataDir: string;
  /** Null or absent: blobs are files in `dataDir`. */
  readonly s3?: S3Settings | null;
}

export const openBlobs = ({ dataDir, s3 }: BlobSettings): Blobs =>
  s3 ? s3Blobs(s3, path.join(dataDir, "tmp")) : diskBlobs(path.join(dataDir, "blobs"));

/** The local folders of a store: `arriving` has the files that are staged, `all` every file that the store reads or writes. */
export function blobFolders({ dataDir, s3 }: BlobSettings): { readonly arriving: string[]; readonly all: string[] } {
  const folder = path.join(dataDir, s3 ? "tmp" : "blobs");
  return { arriving: [s3 ? folder : path.join(folder, "incoming")], all: [folder] };
}

/** The name of the store, for people. */
export const describeStore = ({ dataDir, s3 }: BlobSettings): string =>
  s3 ? `the bucket ${s3.bucket}` : path.join(dataDir, "blobs");

/** The environment variable that tells our child processes where blobs are stored. */
const settingsVariable = "BLOB_PLACE";

/** The environment for a child process that opens the same blobs. */
export const blobEnvironment = ({ dataDir, s3 }: BlobSettings): Readonly<Record<string, string>> => ({
  [settingsVariable]: JSON.stringify({ dataDir, s3 }),
});

/** Reads that variable in the child process and deletes it, so that the child's own children do not get the secret. */
export function readBlobEnvironment(): BlobSettings {
  const settings = JSON.parse(process.env[settingsVariable]!) as BlobSettings;
  delete process.env[settingsVariable];
  return settings;
}
