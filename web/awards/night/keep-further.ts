import type { NightStage } from "#contract/night-time.ts";
import type { Night, NightPage } from "#contract/nights.ts";

/**
 * The later of two answers about a trip's night, with the night that has come further: an answer may have left the server before a card
 * that a hint brought. Only a planned night goes back, when it is called off and planned anew.
 */
export const keepFurther = (before: NightPage | undefined, after: NightPage): NightPage =>
  before?.night && before.night.stage !== "planned" && after.night && isFurther(before.night, after.night)
    ? { ...after, night: before.night }
    : after;

const stages = ["planned", "closed", "live", "over"] as const satisfies readonly NightStage[];

const isFurther = (one: Night, other: Night): boolean =>
  one.stage === other.stage
    ? (one.show?.position ?? 0) > (other.show?.position ?? 0)
    : stages.indexOf(one.stage) > stages.indexOf(other.stage);
