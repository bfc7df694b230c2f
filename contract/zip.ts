import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id } from "./fields.ts";
import { GalleryFilter, TimeZone } from "./gallery.ts";
import { locale } from "./locale.ts";

/** The most photos that can be named one by one. */
export const mostZipIds = 10_000;

const Ids = z.array(Id).max(mostZipIds, `Please choose at most ${mostZipIds.toLocaleString(locale)} photos`);
const Chosen = Ids.min(1, "Please choose at least one photo");

const Selection = GalleryFilter.extend({
  ids: Chosen.optional(),
  tripId: Id.optional(),
  squadId: Id.optional(),
  /** Left out of a trip or squad. */
  except: Ids.optional(),
  timeZone: TimeZone,
}).refine(
  ({ ids, tripId, squadId }) => [ids, tripId, squadId].filter((one) => one !== undefined).length === 1,
  "Please choose photos, a trip or a squad",
);

/** Many originals in one file. */
export const zip = describe({
  "POST /api/media/zip": {
    summary: "The originals of these photos as one zip",
    access: "user",
    body: z.object({ ids: Chosen, timeZone: TimeZone }),
    reply: null,
    file: "application/zip",
  },
  "POST /api/media/zips": {
    summary: "An address, good for a day and for me alone, where chosen photos or a whole trip or squad are one zip",
    access: "user",
    body: Selection,
    reply: z.object({
      url: z.string(),
      fileName: z.string(),
      /** Bytes of the zip. */
      size: z.int(),
      /** Photos and videos in it; a Live Photo is one photo. */
      count: z.int(),
      /** The videos among them. */
      videoCount: z.int(),
    }),
    status: 201,
  },
  "GET /api/media/zips/:id": {
    summary: "That zip; ranges and If-Range work, so a download can go on where it broke off",
    access: "user",
    params: ById,
    reply: null,
    file: "application/zip",
  },
});
