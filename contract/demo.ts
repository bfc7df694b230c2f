import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { NightCard } from "./nights.ts";
import { TvPage } from "./tv.ts";

/** The demo trip that a newcomer finds. */
export const demo = defineCalls(() => ({
  "POST /api/init-demo": {
    summary: "Make my demo squad, once, unless I have a trip; 200 when nothing was made",
    access: "seat",
    body: z.object({}).optional(),
    reply: z.object({ created: z.boolean() }),
    status: 201,
    mayRepeat: true,
  },
  "DELETE /api/demo": {
    summary: "Remove my demo squad and its invented people for good",
    access: "seat",
    reply: null,
  },
  "GET /api/public/night": {
    summary: "The cards of an Awards Night of invented people, to watch without an account",
    access: "visitor",
    isCompressed: true,
    reply: z.object({ trip: TvPage.shape.trip, cards: z.array(NightCard) }),
  },
}));

/** The refusals of the example. */
export const refusalsOfDemo = {
  no_demo: "There is no demo to remove.",
} as const;
