import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Moment, idWith, plain } from "./fields.ts";

/** `person`: the id of an uploader, or "others" for everybody but the viewer. `since`: what others added after this time. */
export const GalleryFilter = z.object({
  person: z.union([z.literal("others"), Id], "Please choose a person").optional(),
  kind: z.enum(["photo", "video"], "Please choose photos or videos").optional(),
  since: Moment.optional(),
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
export const TimeZone = plain(64)
  .refine(isZone, "Please choose a time zone")
  .default("UTC")
  .meta({ examples: ["Europe/Lisbon"] });

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
const PositionQuery = GalleryFilter.extend({ photo: idWith("Please choose a photo") });
const Position = z.object({ index: z.int().nullable() });

/** Calls about a whole gallery. */
export const gallery = defineCalls(() => ({
  "GET /api/trips/:id/media/outline": {
    summary: "The outline of a trip's gallery: shapes, days, people, and the cursors of its chunks",
    access: "seat",
    isCompressed: true,
    query: OutlineQuery,
    reply: Outline,
  },
  "GET /api/squads/:id/media/outline": {
    summary: "The outline of a squad's gallery",
    access: "seat",
    isCompressed: true,
    query: OutlineQuery,
    reply: Outline,
  },
  "GET /api/trips/:id/media/position": {
    summary: "How many photos of a trip's gallery come before this one; null if it is not in the gallery",
    access: "seat",
    query: PositionQuery,
    reply: Position,
  },
  "GET /api/squads/:id/media/position": {
    summary: "How many photos of a squad's gallery come before this one; null if it is not in the gallery",
    access: "seat",
    query: PositionQuery,
    reply: Position,
  },
}));
