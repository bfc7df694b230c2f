import path from "node:path";
import type { Blobs } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";

/** Where blobs are kept; plain, so that another process can be told. */
export interface BlobPlace {
  /** Absolute. */
  readonly dataDir: string;
}

export const openBlobs = ({ dataDir }: BlobPlace): Blobs => diskBlobs(path.join(dataDir, "blobs"));
