import { z } from "zod";
import { packKeys } from "./award-packs.ts";
import { defineCalls } from "./endpoint.ts";
import { ById, Id, Page } from "./fields.ts";
import { ShownReceipt } from "./nights.ts";
import { Person } from "./people.ts";
import { pictureShapes } from "./picture-sizes.ts";

/** How many awards a call has added to a trip. */
const Added = z.object({ added: z.int() });

/** The ways in which a trophy cabinet can be sorted. */
const cabinetOrders = ["trip", "award", "person"] as const;
export type CabinetOrder = (typeof cabinetOrders)[number];

/** An award of a trip. `year` is the year in which the trip began. */
const CabinetAward = z.object({
  category: z.object({ id: Id, name: z.string(), icon: z.string(), color: z.string() }),
  trip: z.object({ id: Id, name: z.string(), year: z.int() }),
});
export type CabinetAward = z.infer<typeof CabinetAward>;

/**
 * An award with its winners: on one trip, or for a person how often they have won it. By person, it is the last of this title that they
 * won.
 */
export const Trophy = CabinetAward.extend({
  /** The first ten. Null after a person's account was deleted. */
  winners: z.array(Person.nullable()),
  winnerCount: z.int(),
  /** How many times the person has won this title; 1 in the other orders. */
  times: z.int(),
  /** How many times in a row the winner has won this title, this time included. Of a tie, the longest row. */
  titlesInRow: z.int(),
  /** The winner's best receipt, as the show had it. */
  receipt: ShownReceipt.nullable(),
});
export type Trophy = z.infer<typeof Trophy>;

/** One shelf of a trophy cabinet: a trip, a title or a person, whichever the order says. */
export const Shelf = z.object({
  /** The id of the trip, the ancestor of the award, or the id of the person. */
  key: z.string(),
  /** The person; null in the other orders, and after the account was deleted. */
  user: Person.nullable(),
  /** At most the latest hundred. */
  trophies: z.array(Trophy),
  /** The open awards of this trip or title. Empty by person, and for those who do not belong to the squad. */
  open: z.array(CabinetAward),
});
export type Shelf = z.infer<typeof Shelf>;

export const titles = defineCalls(() => ({
  "POST /api/trips/:id/award-packs": {
    summary: "Add the awards of a pack that the trip does not have yet",
    access: "seat",
    body: z.object({ pack: z.enum(packKeys, "Please choose one of the packs") }),
    reply: Added,
    status: 201,
    mayRepeat: true,
  },
  "POST /api/trips/:id/last-awards": {
    summary: "Add the awards of the squad's latest earlier trip that the trip does not have yet",
    access: "seat",
    body: z.object({}).optional(),
    reply: Added,
    status: 201,
    mayRepeat: true,
  },
  "PUT /api/categories/:id/not-for-me": {
    summary: "Take my own name off an award; votes for me become void, and nobody is told (crew)",
    access: "seat",
    reply: null,
  },
  "DELETE /api/categories/:id/not-for-me": {
    summary: "Put my name back on an award (crew)",
    access: "seat",
    reply: null,
  },
  "GET /api/squads/:id/trophies": {
    summary:
      "The winners of a squad's complete awards, by trip, by award or by person, and for members the open awards",
    access: "seat",
    isCompressed: true,
    query: Page(50, 20).extend({ by: z.enum(cabinetOrders, "Please choose trip, award or person").default("trip") }),
    reply: z.array(Shelf),
  },
  "GET /api/trips/:id/night/pictures/:picture": {
    summary:
      "A picture to share after a night, or its preview: `medals`, or the id of an award for its winner (members)",
    access: "seat",
    params: ById.extend({ picture: z.union([z.literal("medals"), Id]) }),
    query: z.object({
      shape: z.enum(pictureShapes, "Please choose portrait or landscape").default("portrait"),
      size: z.enum(["whole", "preview"], "Please choose whole or preview").default("whole"),
    }),
    reply: null,
    file: "image/png",
  },
}));

/** The refusals of packs, titles and pictures to share. */
export const refusalsOfTitles = {
  awards_would_be_too_many: "A trip has room for {max} awards. These would be {count}.",
  award_results_out: "The results of this award are out.",
  last_nominee: "Somebody has to stay on this award, and the others have taken their names off.",
  no_earlier_awards: "Your squad has no earlier trip with awards.",
  picture_not_drawn: "This picture could not be drawn. Please try again.",
} as const;
