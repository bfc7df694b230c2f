import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, Timestamp, idWith, text } from "./fields.ts";
import { MediaItem, Uploader } from "./media-item.ts";
import { maxTakedownReason } from "./takedown-limits.ts";

export const TakedownReason = z.object({ reason: text(maxTakedownReason).nullable().optional() });

const TakedownRequest = z.object({
  id: Id,
  reason: z.string().nullable(),
  askedAt: Timestamp,
  isMine: z.boolean(),
  /** For organizers alone, and never for the uploader. Null also when the person has left. */
  asker: Uploader.nullable(),
  /** The viewer is an admin of the squad, and may take the right to ask away from the asker, who has it now. */
  mayBan: z.boolean(),
});

/** A photo that is held, because somebody asks for it to be taken down. */
export const HeldPhoto = MediaItem.extend({
  /** The open requests: all for the organizers and the uploader, for everybody else their own. */
  requests: z.array(TakedownRequest),
  /** When the photo comes back, if nobody answers. */
  returnsAt: Timestamp,
  mayDecide: z.boolean(),
});
export type HeldPhoto = z.infer<typeof HeldPhoto>;

const takedownsOf = (place: string) =>
  ({
    summary: `Media of a ${place} that somebody asks to take down: all for organizers, my own uploads, and those that I ask about; the latest first`,
    access: "seat",
    query: Page(100, 50).extend({ photo: idWith("Please choose a photo").optional().describe("This one alone") }),
    reply: z.array(HeldPhoto),
  }) as const;

const banned = { access: "seat", params: z.object({ id: Id, userId: Id }), reply: null } as const;

/** Asking for a photo to be taken down. Organizers have `takedownDays` to answer. */
export const takedowns = defineCalls(() => ({
  "POST /api/media/:id/takedown": {
    summary:
      "Ask for media to be taken down: it is hidden at once, until an organizer answers; again, it changes nothing",
    access: "seat",
    body: TakedownReason.optional(),
    reply: null,
  },
  "DELETE /api/media/:id/takedown": {
    summary: "Take my request back; the media return unless somebody else asks too",
    access: "seat",
    reply: null,
  },
  "POST /api/media/:id/takedown/decision": {
    summary: "Keep held media, or delete them to the trash (organizers)",
    access: "seat",
    body: z.object({ decision: z.enum(["keep", "delete"], "Please choose keep or delete") }),
    reply: null,
  },
  "GET /api/trips/:id/takedowns": takedownsOf("trip"),
  "GET /api/squads/:id/takedowns": takedownsOf("squad"),
  "GET /api/squads/:id/takedown-bans": {
    summary: "The people who may not ask for media of the squad to be taken down (admins)",
    access: "seat",
    query: Page(100),
    reply: z.array(Uploader),
  },
  "PUT /api/squads/:id/takedown-bans/:userId": {
    summary: "Take the right to ask away from somebody of the squad or its trips (admins)",
    ...banned,
  },
  "DELETE /api/squads/:id/takedown-bans/:userId": { summary: "Give the right to ask back (admins)", ...banned },
}));

/** The refusals of requests to take a photo down. */
export const refusalsOfTakedowns = {
  takedown_of_own_photo: "This photo is yours: you can delete it.",
  takedown_asked_before: "You have asked about this photo before, and the request is over.",
  takedowns_full: "You have {max} open requests. Wait for an answer, or take one back.",
  takedown_not_allowed: "An admin of this squad does not let you ask for photos to be taken down.",
  takedown_organizers_only: "Only an organizer can decide about this photo.",
  takedown_over: "This request is over: somebody has decided, or it was taken back.",
  photo_is_held: "Somebody asks for this photo to be taken down. It can be added again once an organizer has decided.",
} as const;
