import { z } from "zod";
import { Timestamp } from "./fields.ts";

/** In `closed` the results are sealed and the show has not started; `over`: the results are out. */
export const NightStage = z.enum(["planned", "closed", "live", "over"]);
export type NightStage = z.infer<typeof NightStage>;

/** The Awards Night of a trip, as its page, its ballot and lists of trips name it. */
export const NightTime = z.object({
  /** Null: the night has no time, and its vote closes when everybody has answered. */
  startsAt: Timestamp.nullable(),
  timeZone: z.string(),
  stage: NightStage,
  /** When the last card came; null before. */
  overAt: Timestamp.nullable(),
  noSelfVotes: z.boolean(),
});
export type NightTime = z.infer<typeof NightTime>;
