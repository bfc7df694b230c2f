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
  takenAt: Timestamp,
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
});
export type MediaItem = z.infer<typeof MediaItem>;
