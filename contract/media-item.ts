import { z } from "zod";
import { Id, Timestamp } from "./fields.ts";

export const Uploader = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
});
export type Uploader = z.infer<typeof Uploader>;

export const MediaItem = z.object({
  id: Id,
  filePath: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  caption: z.string().nullable(),
  likes: z.int(),
  liked: z.boolean(),
  /** How many comments it has. Null for everybody but members. */
  comments: z.int().nullable(),
  /** In pixels, after rotation. */
  width: z.int(),
  height: z.int(),
  /** A ThumbHash of the picture, base64; null until it is made. */
  placeholder: z.string().nullable(),
  state: z.enum(["processing", "ready", "failed"]),
  /**
   * The state of what `?size=video` plays: a video, or the clip of a motion photo; null without one. `unavailable`: the video must be
   * transcoded, and this server has no ffmpeg. `unknown`: its ffmpeg does not know the codec. `protected`: the video is encrypted (DRM).
   * Members can download the original in every state.
   */
  playback: z.enum(["processing", "ready", "failed", "unavailable", "unknown", "protected"]).nullable(),
  /** Length of the video, in milliseconds. */
  durationMs: z.int().nullable(),
  /** The video of a Live Photo, a second file: `filePath` is its original, for members. Null for visitors. */
  live: z.object({ filePath: z.string(), fileName: z.string(), fileType: z.string(), fileSize: z.int() }).nullable(),
  takenAt: Timestamp,
  /** The local clock when it was taken, "2026-07-04T18:20:00"; null if the file does not say. */
  localTime: z.string().nullable(),
  createdAt: Timestamp,
  /** Null for visitors, and after the uploader's account is deleted. */
  uploader: Uploader.nullable(),
  trip: z.object({ id: Id, name: z.string() }).nullable(),
  /** The squad of the photo or of its trip; null for visitors and on squadless trips. */
  squadId: Id.nullable(),
});
export type MediaItem = z.infer<typeof MediaItem>;

/** A photo with likes, as winners' cards and profiles show it. */
export const LikedPhoto = MediaItem.pick({
  id: true,
  filePath: true,
  caption: true,
  likes: true,
  width: true,
  height: true,
  placeholder: true,
  uploader: true,
  trip: true,
  squadId: true,
});
export type LikedPhoto = z.infer<typeof LikedPhoto>;
