import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Bytes, Id, Page, Timestamp, albumFields, plain, text } from "./fields.ts";
import { GalleryFilter } from "./gallery.ts";
import { MediaItem } from "./media-item.ts";

const Url = plain(2000, "The address of the upload is missing");
const FileName = plain(255).trim().default("photo");
const FileFields = {
  fileName: FileName,
  fileType: plain(100).optional(),
  fileSize: Bytes.optional(),
};

const NewMedia = z.object({
  mediaURL: Url,
  ...FileFields,
  caption: text(500).nullable().optional(),
  takenAtHint: Timestamp.optional().describe(
    "When it was taken, as a note beside the file says; it counts only if the file says nothing",
  ),
  personId: Id.optional().describe("Whose photo it is, if not mine: somebody whom the squad expects"),
  metadata: z
    .object({
      itemId: plain(300),
      creationTime: Timestamp,
      width: z.int32(),
      height: z.int32(),
    })
    .partial()
    .optional(),
});

/** The query of `GET /objects/{id}`. */
export const PictureQuery = z.object({
  size: z
    .enum(
      ["tile", "cover", "thumb", "medium", "large", "video"],
      "The size must be tile, cover, thumb, medium, large or video",
    )
    .optional()
    .describe("A rendition; absent: the original, for members"),
  download: z.enum(["0", "1"]).optional().describe("`1` names the file, so that a browser saves it"),
  invite: plain(100).optional().describe("An invite code, which shows the cover of a private squad"),
});

const Registered = z.object({ objectPath: z.string() });
const Saved = MediaItem.extend({ duplicate: z.boolean().optional() });

export const media = defineCalls(() => ({
  "POST /api/objects/upload": {
    summary: "A signed address that takes one file by PUT, once, for 15 minutes",
    access: "seat",
    body: z
      .object({
        size: Bytes.optional().describe("In bytes; with it, the address may point to the object store"),
        fileType: plain(100).optional().describe("The content type of the PUT"),
        ...albumFields,
      })
      .optional(),
    reply: z.object({ uploadURL: z.string() }),
  },
  "PUT /api/profile-images": {
    summary: "Register an upload as a profile photo (at most 5 MB)",
    access: "seat",
    body: z.object({ profileImageURL: Url, ...FileFields }),
    reply: Registered,
  },
  "PUT /api/squad-photos": {
    summary: "Register an upload as a squad cover; it shows once the squad is saved with it",
    access: "seat",
    body: z.object({ squadPhotoURL: Url, ...FileFields }),
    reply: Registered,
  },
  "PUT /api/trip-photos": {
    summary: "Register an upload as a trip photo; it shows once the trip is saved with it",
    access: "seat",
    body: z.object({ tripPhotoURL: Url, ...FileFields }),
    reply: Registered,
  },
  "PUT /api/trips/:id/media": {
    summary: "Add an uploaded file to a trip",
    access: "seat",
    body: NewMedia,
    reply: Saved,
    status: 201,
    mayRepeat: true,
  },
  "PUT /api/squads/:id/media": {
    summary: "Add an uploaded file to a squad",
    access: "seat",
    body: NewMedia,
    reply: Saved,
    status: 201,
    mayRepeat: true,
  },
  "GET /api/trips/:id/media": {
    summary: "A trip's media, newest first",
    access: "seat",
    isCompressed: true,
    query: Page(200, 50).extend(GalleryFilter.shape),
    reply: z.array(MediaItem),
  },
  "GET /api/squads/:id/media": {
    summary: "The media of a squad and its trips, newest first",
    access: "seat",
    isCompressed: true,
    query: Page(200, 50).extend(GalleryFilter.shape),
    reply: z.array(MediaItem),
  },
  "GET /api/recent-media": {
    summary: "The latest media of my squads and trips",
    access: "seat",
    query: Page(100, 12),
    reply: z.array(MediaItem),
  },
  "GET /api/public/recent-media": {
    summary: "The latest media of public squads, without names",
    access: "visitor",
    isCompressed: true,
    query: Page(32),
    reply: z.array(MediaItem),
  },
  "POST /api/media/:id/like": {
    summary: "Like, or remove my like; `liked` says which, whatever it was before",
    access: "seat",
    takesKey: "open",
    body: z.object({ liked: z.boolean("Please say whether you like it").optional() }).optional(),
    reply: z.object({ liked: z.boolean(), likes: z.int() }),
    status: 200,
  },
  "GET /api/media/:id/place": {
    summary: "Where it was taken, from the metadata of its file; for members alone",
    access: "seat",
    reply: z.object({
      place: z
        .object({
          /** Degrees, north and east positive. */
          latitude: z.number(),
          longitude: z.number(),
          /** Metres above the sea. */
          altitude: z.number().nullable(),
        })
        .nullable(),
    }),
  },
  "PATCH /api/media/:id": {
    summary: "Caption my own photo, or turn its comments off and on",
    access: "seat",
    body: z.object({ caption: text(500).nullable().optional(), commentsOff: z.boolean().optional() }),
    reply: MediaItem,
  },
}));

/** The refusals of photos. */
export const refusalsOfMedia = {
  photo_not_found: "Photo not found",
  photos_for_expected_only: "Photos of somebody else can only be added for a name that is not here yet.",
  photo_uploader_only: "Only whoever uploaded this photo can do that.",
  photo_not_yours_to_delete: "Only whoever uploaded a photo, an organizer or a squad admin can delete it.",
  photo_being_deleted: "This photo is being deleted right now. Please try again.",
  photo_being_prepared: "This photo is still being prepared. Please try again in a moment.",
  photo_without_preview: "There is no preview of this photo.",
  photo_without_video: "There is no video to play here.",
  photo_not_uploaded: "This is not a photo that you uploaded for this.",
  upload_photo_again: "Please upload the photo again",
  original_members_only: "Only members of this squad can have the original. Join it first.",
} as const;
