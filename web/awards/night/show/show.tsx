import type { Night, NightPage } from "#contract/nights.ts";

/** The present card of a show, in words. */
export function Show({ night }: { tripId: string; night: Night; trip: NightPage["trip"]; isOrganizer: boolean }) {
  return <h1 className="title p-8 text-5xl">{night.show?.card.kind}</h1>;
}
