// Decision 035: why bytes come through the server and not by redirect.
import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import { withoutEnding } from "../photos/file-name.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import type { RenditionType } from "../renditions/render.ts";
import type { ReadThumbnail } from "./thumbnail-cache.ts";
import { type Rendition, maxBytesOf, nearest, renditionFor } from "../renditions/renditions.ts";

/** A stored image with the rights of a viewer who may see it. */
export interface StoredImage {
  readonly id: string;
  readonly purpose: "gallery" | "live" | "profile" | "squad" | "trip";
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  /** Of the original, hexadecimal. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly renditionType: RenditionType;
  readonly state: "processing" | "ready" | "failed";
  readonly isAnimated: boolean;
  readonly mayHaveOriginal: boolean;
  /** Visitors may look at it too. */
  readonly isOpenToAll: boolean;
}

/** The reply of `/objects/{id}`. */
export interface Served {
  readonly key: BlobKey;
  readonly type: string;
  readonly size: number;
  /** A strong ETag: it differs for different bytes. */
  readonly etag: string;
  readonly fileName: string;
  /** The whole file, when it is cached in memory. */
  readonly bytes?: Buffer | undefined;
  /** Another size than the requested one, which could not be made now; a later reply may differ. */
  readonly isStopgap: boolean;
}

export interface ObjectParts {
  readonly blobs: Blobs;
  readonly readThumbnail: ReadThumbnail;
  /** Makes a rendition now; rejects when it cannot. */
  readonly make: (image: StoredImage, size: Rendition) => Promise<void>;
}

/** Chooses the file for a request: the original without `size`, the playback version, or a rendition, which is made if it is missing. */
export async function serveImage(
  parts: ObjectParts,
  image: StoredImage,
  size: Rendition | "video" | undefined,
): Promise<Served> {
  // The clip of a Live Photo has no renditions of its own.
  if (size && image.purpose === "live") throw notFound("photo_not_found");
  if (size === "video") return playbackVersion(parts, image);
  if (size) return rendition(parts, image, size);
  if (image.mayHaveOriginal) return original(image);
  // Pages name profile photos and covers without a size; viewers without a right to the original get a rendition.
  if (image.purpose !== "gallery" && image.purpose !== "live") return rendition(parts, image, "large");
  throw forbidden("original_members_only");
}

const original = ({ id, fileType, fileSize, sha256, fileName }: StoredImage): Served => ({
  key: `${id}/original`,
  type: fileType,
  size: fileSize,
  etag: `"${sha256}"`,
  fileName,
  isStopgap: false,
});

async function playbackVersion(
  { blobs }: ObjectParts,
  { id, mayHaveOriginal, fileName }: StoredImage,
): Promise<Served> {
  const key: BlobKey = `${id}/video`;
  const size = await blobs.sizeOf(key);
  if (size === null) throw notFound("photo_without_video");
  const etag = `"${id}-video-${size}"`;
  return {
    key,
    type: "video/mp4",
    size,
    etag,
    fileName: renamed(mayHaveOriginal ? fileName : "video", ".mp4"),
    isStopgap: false,
  };
}

const renamed = (fileName: string, extension: string) => withoutEnding(fileName) + extension;

async function rendition(parts: ObjectParts, image: StoredImage, asked: Rendition): Promise<Served> {
  if (image.state === "failed") throw notFound("photo_without_preview");
  const size = renditionFor(asked, image);
  const served = async (part: Rendition): Promise<Served | null> => {
    const key: BlobKey = `${image.id}/${part}`;
    const bytes = part === "thumb" ? ((await parts.readThumbnail(key)) ?? undefined) : undefined;
    const length = bytes ? bytes.length : await parts.blobs.sizeOf(key);
    if (length === null) return null;
    const type = maxBytesOf[part] === undefined ? image.renditionType : "image/webp";
    const extension = type === "image/webp" ? ".webp" : ".jpg";
    return {
      key,
      type,
      size: length,
      bytes,
      etag: `"${image.id}-${part}-${length}"`,
      // File names are people's own words, so only members see them.
      fileName: renamed(image.mayHaveOriginal ? image.fileName : "photo", extension),
      isStopgap: part !== size,
    };
  };
  const there = (await served(size)) ?? (await make(parts, image, size, served));
  if (there) return there;
  for (const other of nearest[size]) {
    const found = await served(other);
    if (found) return found;
  }
  throw new Problem("unavailable", "photo_being_prepared", {
    retryAfter: 2,
  });
}

/** Makes a rendition; null when it cannot be made now. */
async function make(
  parts: ObjectParts,
  image: StoredImage,
  size: Rendition,
  served: (size: Rendition) => Promise<Served | null>,
): Promise<Served | null> {
  try {
    await parts.make(image, size);
  } catch {
    return null;
  }
  return served(size);
}
