import { z } from "zod";
import { Timestamp } from "./fields.ts";

/** In `closed` the results are sealed and the show has not started; `over`: the results are out. */
export const NightStage = z.enum(["planned", "closed", "live", "over"]);
export type NightStage = z.infer<typeof NightStage>;

/** The Awards Night of a trip, as its page and its ballot name it. */
export const NightTime = z.object({
  startsAt: Timestamp,
  timeZone: z.string(),
  stage: NightStage,
  noSelfVotes: z.boolean(),
});
export type NightTime = z.infer<typeof NightTime>;
