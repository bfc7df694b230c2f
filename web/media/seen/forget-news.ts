import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { News } from "#contract/seen.ts";
import { keys } from "../../core/keys.ts";
import type { MediaScope } from "../queries.ts";

interface Counted {
  readonly id: string;
  readonly newPhotos: number;
}
/** The answer for a page of a trip or squad, of the dashboard, or a list: whatever counts what is new. */
interface Counting {
  readonly news?: News | null;
  readonly trip?: Counted;
  readonly squad?: Counted | null;
  readonly trips?: readonly Counted[];
  readonly squads?: readonly Counted[];
}

/**
 * Lets the page and the cards of a trip or squad say that nothing is new up to this time, before the server does. Returns a function that
 * takes it back.
 */
export function forgetNews(client: QueryClient, scope: MediaScope, until: string): () => void {
  const [id, own] =
    "tripId" in scope ? [scope.tripId, keys.trip(scope.tripId)] : [scope.squadId, keys.squad(scope.squadId)];
  const before: (readonly [QueryKey, unknown])[] = [];
  const change = <T>(key: QueryKey, next: (now: T) => T) => {
    const now = client.getQueryData<T>(key);
    if (now === undefined) return;
    before.push([key, now]);
    client.setQueryData(key, next(now));
  };
  const counted = <C extends Counted>(one: C): C => (one.id === id ? { ...one, newPhotos: 0 } : one);

  change<Counting>(own, (page) => ({
    ...page,
    ...(page.news && { news: { ...page.news, count: 0, since: until } }),
    ...(page.trip && { trip: counted(page.trip) }),
    ...(page.squad && { squad: counted(page.squad) }),
  }));
  change<Counting>(keys.dashboard, (page) => ({
    ...page,
    trips: page.trips?.map(counted) ?? [],
    squads: page.squads?.map(counted) ?? [],
  }));
  for (const key of [keys.trips, keys.squads]) change<readonly Counted[]>(key, (list) => list.map(counted));
  return () => before.forEach(([key, data]) => client.setQueryData(key, data));
}
