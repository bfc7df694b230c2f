import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Moment, Timestamp } from "./fields.ts";

/** Photos by others are counted up to this many. */
export const maxNew = 100;

/** How many photos of others are new to the viewer: `maxNew` stands for that many or more. 0 for people who do not belong. */
export const NewPhotos = z.int().min(0).max(maxNew);

/** Photos of a gallery that others added after the viewer last looked. */
export const News = z.object({
  count: NewPhotos,
  /** Photos that others added after this time are new. */
  since: Timestamp,
  /** When the last photo was added; null in an empty gallery. */
  until: Timestamp.nullable(),
});
export type News = z.infer<typeof News>;

const Seen = z.object({ until: Moment });

export const seen = defineCalls(() => ({
  "PUT /api/trips/:id/seen": {
    summary: "I have seen what was added to a trip's gallery until then; an earlier time changes nothing (members)",
    access: "seat",
    body: Seen,
    reply: null,
  },
  "PUT /api/squads/:id/seen": {
    summary: "I have seen what was added to a squad's gallery until then, also that of its trips (members)",
    access: "seat",
    body: Seen,
    reply: null,
  },
}));
