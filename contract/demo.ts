import { z } from "zod";
import { describe } from "./endpoint.ts";

/** A trip to look at, for whoever has none. */
export const demo = describe({
  "POST /api/init-demo": {
    summary: "Make my demo squad, if I have no squad, no trip, and never had it; 200 when there is nothing to do",
    access: "user",
    body: z.object({}).optional(),
    reply: z.object({ created: z.boolean() }),
    status: 201,
  },
  "DELETE /api/demo": {
    summary: "Remove my demo squad with the people invented for it; it does not come back",
    access: "user",
    reply: null,
  },
});
