import type { NightStage, NightTime } from "#contract/night-time.ts";
import type { Row } from "./row.ts";

/** The columns of a night that tell its stage. */
interface NightTimes {
  readonly starts_at: Date;
  readonly closed_at: Date | null;
  readonly live_at: Date | null;
  readonly over_at: Date | null;
}

/** The stage now. The vote is closed from the planned time on, before the job that seals it has run. */
export function stageOf({ starts_at, closed_at, live_at, over_at }: NightTimes): NightStage {
  if (over_at) return "over";
  if (live_at) return "live";
  return closed_at || starts_at.getTime() <= Date.now() ? "closed" : "planned";
}

/** Of night `n`. */
export const nightTimeColumns = [
  "n.starts_at",
  "n.time_zone",
  "n.no_self_votes",
  "n.closed_at",
  "n.live_at",
  "n.over_at",
] as const;

/** The night of a row that may have none. */
export function nightTimeOf(row: {
  readonly [
    C in keyof Row<"nights", "starts_at" | "time_zone" | "no_self_votes" | "closed_at" | "live_at" | "over_at">
  ]: Row<"nights", C>[C] | null;
}): NightTime | null {
  const { starts_at, time_zone, no_self_votes, closed_at, live_at, over_at } = row;
  if (starts_at === null || time_zone === null) return null;
  const stage = stageOf({ starts_at, closed_at, live_at, over_at });
  return { startsAt: starts_at.toJSON(), timeZone: time_zone, stage, noSelfVotes: no_self_votes === true };
}
