import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, idWith } from "./fields.ts";
import { GalleryFilter, TimeZone } from "./gallery.ts";
import { formatCount } from "./locale.ts";

/** How many photos a call may name one by one. */
const maxZipIds = 10_000;

const nothingChosen = "Please choose at least one photo";
const Ids = z
  .array(idWith(nothingChosen), nothingChosen)
  // A function, because the first formatted number of a process takes tens of milliseconds.
  .max(maxZipIds, { error: () => `Please choose at most ${formatCount(maxZipIds)} photos` });
const Chosen = Ids.min(1, nothingChosen);

const Selection = GalleryFilter.extend({
  ids: Chosen.optional(),
  tripId: Id.optional(),
  squadId: Id.optional(),
  /** Photos of the trip or squad to leave out. */
  except: Ids.optional(),
  timeZone: TimeZone,
}).refine(
  ({ ids, tripId, squadId }) => [ids, tripId, squadId].filter((one) => one !== undefined).length === 1,
  "Please choose photos, a trip or a squad",
);

/** Downloads of many originals in one zip. */
export const zip = defineCalls(() => ({
  "POST /api/media/zip": {
    summary: "The originals of these photos as one zip",
    access: "seat",
    body: z.object({ ids: Chosen, timeZone: TimeZone }),
    reply: null,
    file: "application/zip",
    worksReadOnly: true,
  },
  "POST /api/media/zips": {
    summary: "An address, valid for a day and for me alone, of a zip with chosen photos or a whole trip or squad",
    access: "seat",
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
    worksReadOnly: true,
  },
  "GET /api/media/zips/:id": {
    summary: "The zip. It supports ranges and If-Range, so a download can resume",
    access: "seat",
    reply: null,
    file: "application/zip",
  },
}));

/** The refusals of downloads. */
export const refusalsOfZip = {
  originals_members_only: "Only members of this squad can have the originals. Join it first.",
  downloads_too_many_at_once: "You are downloading a lot at once. Please wait for one to finish.",
  downloads_too_many_in_hour: "Too many downloads in an hour. Please try again in ten minutes.",
  download_too_old: "This download is too old. Please start it again.",
  download_empty: "There are no photos to download here.",
  download_too_large: "That is more than {max} photos. Please choose fewer at once.",
  download_unreadable: "Some of these photos cannot be read, so they cannot be downloaded as one zip.",
} as const;
