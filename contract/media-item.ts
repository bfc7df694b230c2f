import { z } from "zod";
import { Id, Timestamp } from "./fields.ts";

export const MediaItem = z.object({
  id: Id,
  filePath: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  caption: z.string().nullable(),
  likes: z.int(),
  liked: z.boolean(),
  /** As shown, after rotation. */
  width: z.int(),
  height: z.int(),
  /** A ThumbHash of the picture, base64; null until it is made. */
  placeholder: z.string().nullable(),
  state: z.enum(["processing", "ready", "failed"]),
  /**
   * How the film stands that `?size=video` plays: the whole of a video, or the moment inside a motion photo. Null when there
   * is none. Of what does not play the original can still be downloaded: `unavailable` when this server has nothing to make it playable
   * with, `unknown` when what it has does not know how the film is coded, `protected` when only a key opens it (DRM).
   */
  playback: z.enum(["processing", "ready", "failed", "unavailable", "unknown", "protected"]).nullable(),
  /** Of the film, in milliseconds. */
  durationMs: z.int().nullable(),
  /**
   * Set on a Live Photo: the film that plays is a file of its own, `filePath` its original (for members), named like the photo. Null for
   * visitors.
   */
  live: z.object({ filePath: z.string(), fileName: z.string(), fileType: z.string(), fileSize: z.int() }).nullable(),
  takenAt: Timestamp,
  /** What the clock showed where it was taken, "2026-07-04T18:20:00"; null when the file does not say. */
  localTime: z.string().nullable(),
  createdAt: Timestamp,
  /** Null for visitors, and when the uploader's account is gone. */
  uploader: z
    .object({
      id: Id,
      firstName: z.string(),
      lastName: z.string(),
      profileImageUrl: z.string().nullable(),
    })
    .nullable(),
  trip: z.object({ id: Id, name: z.string() }).nullable(),
  /** The squad that it or its trip belongs to; null for visitors, and on trips of nobody's squad. */
  squadId: Id.nullable(),
});
export type MediaItem = z.infer<typeof MediaItem>;
