import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, Timestamp, idWith } from "./fields.ts";
import { MediaItem } from "./media-item.ts";
import { maxAtOnce } from "./trash-limits.ts";

const nothingChosen = "Please choose at least one photo";

const Chosen = z.object({
  ids: z
    .array(idWith(nothingChosen), nothingChosen)
    .min(1, nothingChosen)
    .max(maxAtOnce, `Please choose at most ${maxAtOnce} photos`),
});

export const TrashedItem = MediaItem.extend({
  trashedAt: Timestamp,
  /** Null when the account of that person is gone. */
  trashedBy: MediaItem.shape.uploader,
  /** When the server deletes it for good. */
  expiresAt: Timestamp,
});
export type TrashedItem = z.infer<typeof TrashedItem>;

const trashOf = (place: string) =>
  ({
    summary: `Deleted media of a ${place} that I may restore: my own deletions, or all as an organizer; the latest deletion first`,
    access: "seat",
    query: Page(200, 50),
    reply: z.array(TrashedItem),
  }) as const;

/** Deleted media lie in the trash for `trashDays`. */
export const trash = defineCalls(() => ({
  "DELETE /api/media/:id": {
    summary:
      "Move my own media to the trash, or any as an organizer; again, it changes nothing; my own that another member has added too stay, as theirs",
    access: "seat",
    reply: null,
  },
  "POST /api/media/delete": {
    summary:
      "Move many of my own media to the trash, or any as an organizer: all of them, or none; media that are gone already count as deleted",
    access: "seat",
    body: Chosen,
    /** My own media that stay, because another member has added them too. */
    reply: z.object({ staying: z.array(Id) }),
  },
  "POST /api/media/:id/restore": {
    summary: "Restore media from the trash; a conflict when the gallery has the same file again",
    access: "seat",
    body: z.object({}).optional(),
    reply: null,
  },
  "POST /api/media/restore": {
    summary:
      "Restore many media from the trash; a conflict when the gallery has some of the files again: the others are back",
    access: "seat",
    body: Chosen,
    reply: null,
  },
  "DELETE /api/media/:id/trash": {
    summary: "Delete media in the trash for good",
    access: "seat",
    reply: null,
  },
  "GET /api/trips/:id/trash": trashOf("trip"),
  "GET /api/squads/:id/trash": trashOf("squad"),
}));

/** The refusals of the trash. */
export const refusalsOfTrash = {
  photos_stay_in_trash: {
    one: "This photo stays in the trash: somebody has added the same file again.",
    other:
      "{staying} of {count} photos stay in the trash: somebody has added the same files again. The others are back.",
  },
} as const;
