import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id, Timestamp, plain } from "./fields.ts";

/** Of a trip, or else of a squad outside of its trips. */
const place = { tripId: Id.optional(), squadId: Id.optional() };
const InPlace = z.object(place).refine(({ tripId, squadId }) => tripId ?? squadId, "Say which trip or squad");

const Session = z.object({
  id: Id,
  /** Where to pick, in a window of its own. */
  pickerUri: z.string(),
  /** The person has finished picking. */
  mediaItemsSet: z.boolean(),
});

export const LibraryItem = z.object({
  id: z.string(),
  /** An address of ours; `?size=` makes it `original`, `2048`, `1024`, `512` or `video`. */
  baseUrl: z.string(),
  mimeType: z.string(),
  filename: z.string(),
  /** False for a video that the library is still preparing. */
  isReady: z.boolean(),
  mediaMetadata: z.object({ creationTime: Timestamp, width: z.int(), height: z.int() }),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

export const Import = z.object({
  id: Id,
  itemId: z.string(),
  fileName: z.string(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  /** 10 begun, 20 the library answers, 50 half of it is here, 80 all of it, 90 looked into, 100 saved. */
  progress: z.int(),
  /** It was there already. */
  duplicate: z.boolean(),
  /** Where it went wrong, and a sentence for people. */
  fault: z.object({ step: z.enum(["download", "upload"]), sentence: z.string() }).nullable(),
  mediaId: Id.nullable(),
});
export type Import = z.infer<typeof Import>;

const Imports = z.object({ imports: z.array(Import) });

/** What did not come. */
const Failed = z.object({
  id: z.string(),
  fileName: z.string(),
  error: z.string(),
  /** False when it must be chosen again. */
  canRefetch: z.boolean(),
});

export const ResyncStatus = z.object({
  /** How many of mine this place has from the library. */
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
    /** Still on their way when the answer was given. */
    underWay: z.int(),
  }),
});
export type ResyncResult = z.infer<typeof ResyncResult>;

/** The most that one selection may hold. */
export const mostPicked = 20;

const ItemId = plain(300).min(1);

export const library = describe({
  "POST /api/google-photos/session": {
    summary: "Begin a selection in Google Photos",
    access: "user",
    body: z.object({}).optional(),
    reply: Session,
    status: 201,
  },
  "GET /api/google-photos/session/:id": {
    summary: "Whether the selection is finished",
    access: "user",
    params: ById,
    reply: Session,
  },
  "DELETE /api/google-photos/session/:id": {
    summary: "Forget a selection; what is being imported of it goes on",
    access: "user",
    params: ById,
    reply: null,
  },
  "GET /api/google-photos/media": {
    summary: "What was selected",
    access: "user",
    query: z.object({ sessionId: Id }),
    reply: z.object({ mediaItems: z.array(LibraryItem) }),
  },
  "GET /api/google-photos/items/:id": {
    summary: "The bytes of something that was selected",
    access: "user",
    params: ById,
    query: z.object({ size: z.enum(["original", "2048", "1024", "512", "video"]).default("2048") }),
    reply: null,
    file: "application/octet-stream",
  },
  "POST /api/google-photos/import": {
    summary: "Have the server bring originals of a selection into a trip or squad",
    access: "user",
    body: z
      .object({
        sessionId: Id,
        itemIds: z.array(ItemId).min(1, "Please choose at least one photo.").max(mostPicked),
        ...place,
      })
      .refine(({ tripId, squadId }) => tripId ?? squadId, "Say which trip or squad"),
    reply: Imports,
    status: 201,
  },
  "GET /api/google-photos/import": {
    summary: "How far my imports into this place are, and those of the last two minutes",
    access: "user",
    query: InPlace,
    reply: Imports,
  },
  "DELETE /api/google-photos/import": {
    summary: "Stop my imports into this place, and forget what failed of them",
    access: "user",
    query: InPlace,
    reply: null,
  },
  "GET /api/google-photos/resync": {
    summary: "What is here from the library already, and what did not come",
    access: "user",
    query: InPlace,
    reply: ResyncStatus,
  },
  "POST /api/google-photos/resync": {
    summary: "Fetch again what did not come",
    access: "user",
    body: z
      .object({ ...place, maxPhotos: z.int().min(1).max(100).default(50) })
      .refine(({ tripId, squadId }) => tripId ?? squadId, "Say which trip or squad"),
    reply: ResyncResult,
    status: 200,
  },
});
