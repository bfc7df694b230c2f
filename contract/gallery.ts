import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id } from "./fields.ts";

/** Photos that are fetched together: the outline counts them off from the oldest. */
export const chunkSize = 50;

/** How a shape is written in an outline: one of these letters, from the narrowest to the widest in even steps of their logarithm. */
export const shapeLetters =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~";

/** Narrower and wider pictures (width by height) than this are cropped at the edges, or a row would be a thread. */
export const [narrowest, widest] = [0.5, 3.2] as const;

/** Which part of a gallery: `person` is someone's id, or "others" for all that isn't mine. */
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

/** Where one looks from, as in "Europe/Lisbon": for the days of photos whose own clock nobody knows. */
export const TimeZone = z.string().max(64).refine(isZone, "Not a time zone").default("UTC");

const Outline = z.object({
  /** The shape of each photo, newest first, as one of `shapeLetters`. */
  shapes: z.string(),
  /** For all chunks but the newest, newest first: the cursor where it begins. A chunk holds `chunkSize`; the newest, what is left over. */
  cursors: z.array(z.string()),
  /** Newest first, each once: the day, by the clocks of the trip, and how many photos are of it. */
  days: z.array(z.tuple([z.string(), z.int()])),
  /** Of the whole gallery, whatever the filter. */
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

const Asked = GalleryFilter.extend({ zone: TimeZone });
const Sought = GalleryFilter.extend({ photo: Id });
const Position = z.object({ index: z.int().nullable() });

/** A gallery as a whole. */
export const gallery = describe({
  "GET /api/trips/:id/media/outline": {
    summary: "How a trip's gallery is laid out: shapes, days, people, and the cursors of its parts",
    access: "user",
    params: ById,
    query: Asked,
    reply: Outline,
  },
  "GET /api/squads/:id/media/outline": {
    summary: "How a squad's gallery is laid out",
    access: "user",
    params: ById,
    query: Asked,
    reply: Outline,
  },
  "GET /api/trips/:id/media/position": {
    summary: "How many photos of a trip's gallery come before this one; null when it is not there",
    access: "user",
    params: ById,
    query: Sought,
    reply: Position,
  },
  "GET /api/squads/:id/media/position": {
    summary: "How many photos of a squad's gallery come before this one; null when it is not there",
    access: "user",
    params: ById,
    query: Sought,
    reply: Position,
  },
});
