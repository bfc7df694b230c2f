import { z } from "zod";
import { defineCalls } from "./endpoint.ts";

/** The demo trip that a newcomer finds. */
export const demo = defineCalls(() => ({
  "POST /api/init-demo": {
    summary: "Make my demo squad, once, unless I have a squad or trip; 200 when nothing was made",
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
}));

/** The refusals of the example. */
export const refusalsOfDemo = {
  no_demo: "There is no demo to remove.",
} as const;
