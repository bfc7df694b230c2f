import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp, idWith, plain } from "./fields.ts";

/** A trip, or the squad's own album outside its trips. */
const album = { tripId: Id.optional(), squadId: Id.optional() };
const InAlbum = z.object(album).refine(({ tripId, squadId }) => tripId ?? squadId, "Please choose a trip or squad");

const ChosenSession = idWith("Please choose your photos again");

const Session = z.object({
  id: Id,
  /** The library's page for picking, opened in its own window. */
  pickerUri: z.string(),
  /** The person has finished picking. */
  mediaItemsSet: z.boolean(),
});

export const LibraryItem = z.object({
  id: z.string(),
  /** A path on this server. `?size=` takes `original`, `2048`, `1024`, `512` or `video`. */
  baseUrl: z.string(),
  mimeType: z.string(),
  filename: z.string(),
  /** False while the library still prepares a video. */
  isReady: z.boolean(),
  mediaMetadata: z.object({ creationTime: Timestamp, width: z.int(), height: z.int() }),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

export const Import = z.object({
  id: Id,
  itemId: z.string(),
  fileName: z.string(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  /** In percent: 10 begun, 20 the library answers, 50 half downloaded, 80 downloaded, 90 inspected, 100 saved. */
  progress: z.int(),
  /** The album had the photo already. */
  duplicate: z.boolean(),
  /** The step that failed, and a sentence for people. */
  fault: z.object({ step: z.enum(["download", "upload"]), sentence: z.string() }).nullable(),
  mediaId: Id.nullable(),
});
export type Import = z.infer<typeof Import>;

const Imports = z.object({ imports: z.array(Import) });

/** An item that was not imported. */
const Failed = z.object({
  id: z.string(),
  fileName: z.string(),
  error: z.string(),
  /** False if the person must pick it again. */
  canRefetch: z.boolean(),
});

export const ResyncStatus = z.object({
  /** How many photos of mine the album has from the library. */
  existingImports: z.int(),
  existingGooglePhotosIds: z.array(z.string()),
  canResync: z.boolean(),
  failed: z.array(Failed),
});
export type ResyncStatus = z.infer<typeof ResyncStatus>;

export const ResyncResult = z.object({
  success: z.boolean(),
  message: z.string(),
  results: z.object({
    totalPhotosChecked: z.int(),
    imported: z.array(z.object({ id: z.string(), fileName: z.string(), mediaId: Id })),
    errors: z.array(Failed),
    existingImports: z.int(),
    /** Imports that were still running when the call returned. */
    underWay: z.int(),
  }),
});
export type ResyncResult = z.infer<typeof ResyncResult>;

/** How many items one selection holds at most. */
export const maxPickedItems = 20;

const nothingChosen = "Please choose at least one photo.";
const ItemId = plain(300, nothingChosen);

export const library = defineCalls(() => ({
  "POST /api/google-photos/session": {
    summary: "Begin picking in Google Photos",
    body: z.object({}).optional(),
    reply: Session,
    status: 201,
  },
  "GET /api/google-photos/session/:id": {
    summary: "Whether the person has finished picking",
    reply: Session,
  },
  "DELETE /api/google-photos/session/:id": {
    summary: "Forget a selection; its running imports go on",
    reply: null,
  },
  "GET /api/google-photos/media": {
    summary: "The selected items",
    query: z.object({ sessionId: ChosenSession }),
    reply: z.object({ mediaItems: z.array(LibraryItem) }),
  },
  "GET /api/google-photos/items/:id": {
    summary: "The bytes of a selected item",
    query: z.object({ size: z.enum(["original", "2048", "1024", "512", "video"]).default("2048") }),
    reply: null,
    file: "application/octet-stream",
  },
  "POST /api/google-photos/import": {
    summary: "Import originals of a selection into a trip or squad",
    body: z
      .object({
        sessionId: ChosenSession,
        itemIds: z.array(ItemId, nothingChosen).min(1, nothingChosen).max(maxPickedItems),
        ...album,
      })
      .refine(({ tripId, squadId }) => tripId ?? squadId, "Please choose a trip or squad"),
    reply: Imports,
    status: 201,
  },
  "GET /api/google-photos/import": {
    summary: "My imports into this trip or squad that run or ended within two minutes",
    query: InAlbum,
    reply: Imports,
  },
  "DELETE /api/google-photos/import": {
    summary: "Stop my imports into this trip or squad, and forget the failed ones",
    query: InAlbum,
    reply: null,
  },
  "GET /api/google-photos/resync": {
    summary: "What was imported from the library, and what failed",
    query: InAlbum,
    reply: ResyncStatus,
  },
  "POST /api/google-photos/resync": {
    summary: "Import the failed items again",
    body: z
      .object({ ...album, maxPhotos: z.int().min(1).max(100).default(50) })
      .refine(({ tripId, squadId }) => tripId ?? squadId, "Please choose a trip or squad"),
    reply: ResyncResult,
    status: 200,
  },
}));

/** The refusals of the photo library. */
export const refusalsOfLibrary = {
  no_photo_library: "There is no photo library here.",
  library_not_linked: "Please connect your Google account first.",
  library_missing: "This Google account has no Google Photos. Please connect another one.",
  library_unreachable: "Google Photos does not answer right now. Please try again in a moment.",
  library_busy: "Google Photos asks us to slow down. Please try again in a minute.",
  library_refuses_file: "Google Photos refuses this file right now. Please try again later.",
  library_prepares_video: "Google Photos is still preparing one of these videos. Please try it again later.",
  nothing_picked: "Nothing was picked in Google Photos yet.",
  not_picked: "This was not picked in this selection.",
  selection_ended: "This selection has ended. Please choose your photos again.",
  imports_under_way: "Many of your photos are still on their way. Please wait for them first.",
  import_did_not_arrive: "It did not arrive.",
  import_selection_ended: "Its selection has ended. Please choose it again in Google Photos.",
  album_closed: "You cannot add photos here any more.",
} as const;
