import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Timestamp, plain } from "./fields.ts";
import { LiveEvent } from "./live.ts";
import { Night, NightPage } from "./nights.ts";
import { Face } from "./people.ts";

/** The characters of a code. None looks like another one: no 0, 1, I, L or O. */
export const tvAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const tvCodeLength = 6;

/**
 * What a screen shows of a night, and all that it gets: everybody in the room sees it. Pictures have addresses that work on that screen
 * alone.
 */
export const TvPage = z.object({
  trip: NightPage.shape.trip.pick({ id: true, name: true, squad: true, coverUrl: true }),
  night: Night.pick({ startsAt: true, stage: true, show: true }),
  /** The first 50 of the crew, for the time before the show. */
  crew: z.array(Face),
});
export type TvPage = z.infer<typeof TvPage>;

/** The hints that a screen gets. */
export const TvEvent = LiveEvent.pick({ kind: true, show: true, emoji: true, person: true }).extend({
  kind: LiveEvent.shape.kind.extract(["night", "reaction", "here"]),
});
export type TvEvent = z.infer<typeof TvEvent>;

export const tv = defineCalls(() => ({
  "POST /api/trips/:id/night/tv-code": {
    summary:
      "A new code that opens the show on a TV for two hours. It replaces the one before; screens stay on (organizers)",
    access: "seat",
    body: z.object({}).optional(),
    reply: z.object({ code: z.string(), expiresAt: Timestamp }),
    status: 201,
  },
  "DELETE /api/trips/:id/night/tv-code": {
    summary: "End the code and all screens that it has opened (organizers)",
    access: "seat",
    reply: null,
  },
  "POST /api/tv": {
    summary: "Open a show on this screen with a code. The cookie that it sets shows this one night",
    access: "visitor",
    body: z.object({ code: plain(40, "Please enter the code") }),
    reply: TvPage,
    status: 200,
    worksReadOnly: true,
  },
  "GET /api/tv": {
    summary: "The night that this screen shows",
    access: "screen",
    reply: TvPage,
    missing: "screen_shows_nothing",
  },
  "GET /api/tv/pictures/:id": {
    summary: "A rendition of a picture on the present card of this screen",
    access: "screen",
    query: z.object({ size: z.enum(["thumb", "medium"]).default("medium") }),
    reply: null,
    file: "application/octet-stream",
    isRanged: true,
    answer: "The picture",
    missing: "photo_not_found",
  },
}));

/** The refusals of screens. */
export const refusalsOfTv = {
  screen_shows_nothing: "This screen shows no Awards Night.",
  screen_code_wrong: "This code is wrong or over.",
  screens_full: "This night is on very many screens. Close some of them.",
} as const;
