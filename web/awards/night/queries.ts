import { type QueryClient, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import type { NightStage } from "#contract/night-time.ts";
import type { Night, NightPage } from "#contract/nights.ts";
import { callQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";
import { refreshAwards } from "../queries.ts";

/** How often a page asks again for a stage that is due. */
const dueMs = 3000;
/** How often somebody who gets no hints asks whether the show has begun. */
const waitMs = 20_000;
const hourMs = 3_600_000;

/** The Awards Night of a trip. Hints with a card change it in place, and a later answer never turns a card back. */
export const nightQuery = (tripId: string) =>
  queryOptions({
    ...callQuery(keys.night(tripId), "GET /api/trips/:id/night", { params: { id: tripId } }),
    structuralSharing: (before, after) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are answers of this query
      replaceEqualDeep(before, keepFurther(before as NightPage | undefined, after as NightPage)),
    refetchInterval: ({ state }) => intervalOf(state.data),
  });

/**
 * The later of two answers about a trip's night, with the night that has come further: an answer may have left the server before a card
 * that a hint brought. Only a planned night goes back, when it is called off and planned anew.
 */
const keepFurther = (before: NightPage | undefined, after: NightPage): NightPage =>
  before?.night && before.night.stage !== "planned" && after.night && isFurther(before.night, after.night)
    ? { ...after, night: before.night }
    : after;

const stages = ["planned", "closed", "live", "over"] as const satisfies readonly NightStage[];

/** Of two cards the one that begins later is further, because hosts also go back. */
const isFurther = (one: Night, other: Night): boolean =>
  one.stage === other.stage
    ? (one.show?.cardAt ?? "") > (other.show?.cardAt ?? "")
    : stages.indexOf(one.stage) > stages.indexOf(other.stage);

/** Milliseconds until the page asks again by itself: when the vote closes, and while it waits for a start without hints. */
function intervalOf(page: NightPage | undefined): number | false {
  if (page?.night?.stage === "planned") {
    const { startsAt } = page.night;
    // A night without a time closes with the viewer's own answer.
    return startsAt !== null && Math.min(hourMs, Math.max(dueMs, new Date(startsAt).getTime() - Date.now()));
  }
  return page?.night?.stage === "closed" && !page.isCrew && waitMs;
}

/** Shows the answer of a change to a night, and refetches what else the change touches. */
export function showNight(client: QueryClient, page: NightPage): void {
  client.setQueryData(nightQuery(page.trip.id).queryKey, page);
  void refreshAwards(client, page.trip.id);
}
