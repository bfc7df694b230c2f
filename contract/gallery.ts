import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { ById, Id } from "./fields.ts";

/** Photos in a chunk, the unit in which a gallery is fetched. Chunks are counted from the oldest photo. */
export const chunkSize = 50;

/** Each stands for an aspect ratio, from `narrowest` to `widest` in even steps of the logarithm. An outline has one for each photo. */
export const shapeLetters =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~";

/** Aspect ratios (width by height). Pictures beyond them are cropped, since one panorama would make its row too thin. */
export const [narrowest, widest] = [0.5, 3.2] as const;

/** `person`: the id of an uploader, or "others" for everybody but the viewer. */
export const GalleryFilter = z.object({
  person: z.union([z.literal("others"), Id], "Not a person").optional(),
  kind: z.enum(["photo", "video"], "Not a kind of media").optional(),
});
export type GalleryFilter = z.infer<typeof GalleryFilter>;

function isZone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

/** The viewer's zone, such as "Europe/Lisbon". It gives the day of a photo whose local clock is unknown. */
export const TimeZone = z.string().max(64).refine(isZone, "Not a time zone").default("UTC");

const Outline = z.object({
  /** The shape of each photo, newest first, as one of `shapeLetters`. */
  shapes: z.string(),
  /** Where each chunk begins, newest first, without the newest chunk, which has the remainder of photos by `chunkSize`. */
  cursors: z.array(z.string()),
  /** Each day by the local clock, newest first, with its number of photos. */
  days: z.array(z.tuple([z.string(), z.int()])),
  /** The uploaders of the whole gallery; the filter does not apply. */
  people: z.array(
    z.object({
      id: Id,
      firstName: z.string(),
      lastName: z.string(),
      profileImageUrl: z.string().nullable(),
      count: z.int(),
    }),
  ),
  photoCount: z.int(),
  videoCount: z.int(),
});
export type Outline = z.infer<typeof Outline>;

const OutlineQuery = GalleryFilter.extend({ zone: TimeZone });
const PositionQuery = GalleryFilter.extend({ photo: Id });
const Position = z.object({ index: z.int().nullable() });

/** Photos that one call may delete. */
export const mostDeleted = 1000;

const MediaIds = z.object({
  ids: z
    .array(Id)
    .min(1, "Please choose at least one photo")
    .max(mostDeleted, `Please choose at most ${mostDeleted} photos`),
});

const DeletionLists = z.object({ lists: z.array(Id).min(1).max(mostDeleted) });

/** Calls about a whole gallery. */
export const gallery = defineCalls({
  "POST /api/media/delete": {
    summary:
      "Delete many of my own media, or any as an organizer: all or none; media that are already gone count as deleted",
    access: "user",
    body: MediaIds,
    reply: null,
  },
  "POST /api/media/deletions": {
    summary: "Make a list of media to delete, which I can still undo. It deletes nothing, and it expires after a day",
    access: "user",
    body: MediaIds,
    reply: z.object({ id: Id }),
    status: 201,
  },
  "POST /api/media/deletions/finish": {
    summary:
      "Delete the media of these lists of mine, now or `after` seconds unless undone; a second call changes nothing. Media that were added again since then stay",
    access: "user",
    body: DeletionLists.extend({ after: z.int().min(1).max(3600).optional() }),
    reply: null,
  },
  "POST /api/media/deletions/undo": {
    summary: "Undo these lists of mine, so that their media stay; a conflict if some are deleted already",
    access: "user",
    body: DeletionLists,
    reply: null,
  },
  "GET /api/trips/:id/media/outline": {
    summary: "The outline of a trip's gallery: shapes, days, people, and the cursors of its chunks",
    access: "user",
    params: ById,
    query: OutlineQuery,
    reply: Outline,
  },
  "GET /api/squads/:id/media/outline": {
    summary: "The outline of a squad's gallery",
    access: "user",
    params: ById,
    query: OutlineQuery,
    reply: Outline,
  },
  "GET /api/trips/:id/media/position": {
    summary: "How many photos of a trip's gallery come before this one; null if it is not in the gallery",
    access: "user",
    params: ById,
    query: PositionQuery,
    reply: Position,
  },
  "GET /api/squads/:id/media/position": {
    summary: "How many photos of a squad's gallery come before this one; null if it is not in the gallery",
    access: "user",
    params: ById,
    query: PositionQuery,
    reply: Position,
  },
});
