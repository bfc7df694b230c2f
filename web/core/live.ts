// Decision 054: why pages refetch on hints, with growing pauses.
// Written by hand because libraries for server-sent events only connect; this also refetches what a hint or a lost connection makes stale.
import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";
import type { LiveEvent, LiveHello } from "#contract/live.ts";
import type { NightPage, ShowState } from "#contract/nights.ts";
import { dropFirstAnswers } from "./first.ts";
import { keys } from "./keys.ts";
import { meQuery } from "./queries.ts";
import { passOn } from "./use-live.ts";
import { page } from "../ui/page.ts";
import { wait } from "../ui/wait.ts";

type Kind = LiveEvent["kind"];

/** The pauses between rounds of refetching. They grow while hints keep coming, so that a hundred uploads do not cause a hundred rounds. */
const pauseMs = { first: 200, most: 2000 };
/** Milliseconds before the page retries a refused stream (the server restarts, or the session ended). */
const retryMs = 5000;
/** Milliseconds after which the page asks who is logged in, once its stream is over: the login that ended it needs them to reach the browser. */
const overMs = 500;
/** Milliseconds after which a hidden page closes its stream. */
const hiddenMs = 60_000;

/** The query keys that a hint makes stale. A prefix stands for all keys below it. */
export function touchedBy({ scope, id, kind, show }: LiveEvent): readonly QueryKey[] {
  // A card between the first and the last changes only the show, and the hint carries it.
  if (kind === "reaction" || kind === "here" || (show && show.position > 0 && !show.isLast)) return [];
  if (kind === "inbox") return [keys.inbox];
  if (kind === "mail") return [keys.mailNotices, keys.invitations, keys.inbox];
  // The viewer's own vote, changed on another page of theirs.
  if (scope === "user" && kind === "vote") return [["trip"], keys.trips, keys.awards, keys.dashboard];
  // The viewer has looked at a gallery, here or on another device.
  if (kind === "seen") return [["trip"], ["squad"], keys.trips, keys.squads, keys.dashboard];
  // Cards and pages of trips show what the viewer gets back or owes.
  if (kind === "costs") return [["trip"], ["squad"], keys.trips, keys.dashboard];
  if (scope === "user") return [[]];
  const own = scope === "trip" ? keys.trip(id) : keys.squad(id);
  // The most frequent hint: a vote changes only the progress of its award.
  if (kind === "vote") return [own, keys.awards];
  // Squad pages show trips, and trip pages show squad members, so a hint refreshes both.
  const around: readonly QueryKey[] = [keys.dashboard, scope === "trip" ? ["squad"] : ["trip"]];
  const lists: Readonly<
    Record<Exclude<Kind, "vote" | "mail" | "seen" | "inbox" | "reaction" | "here" | "costs">, readonly QueryKey[]>
  > = {
    members: [keys.members, keys.squads, keys.trips, keys.awards],
    // A like or a deletion may give a trip another cover.
    media: [keys.recentMedia, keys.trips, keys.awards],
    revealed: [keys.awards, keys.trips, ["person"]],
    categories: [keys.awards, keys.trips],
    night: [keys.awards, keys.trips, ["person"]],
    trip: [keys.trips, keys.awards],
    squad: [keys.squads],
    deleted: [keys.squads, keys.trips, keys.awards, keys.members, keys.recentMedia],
    account: [],
  };
  return [own, ...around, keys.inbox, ...lists[kind]];
}

/** Puts the card of a hint into the night in the cache, and returns whether the cache has that night. Its query keeps the later card. */
export function showCard(client: QueryClient, tripId: string, show: ShowState): boolean {
  const page = client.setQueryData<NightPage>(keys.night(tripId), (before) =>
    before?.night ? { ...before, night: { ...before.night, stage: show.isLast ? "over" : "live", show } } : undefined,
  );
  return page !== undefined;
}

/**
 * Refetches what a page shows of these queries. Resolves with the keys of those that may still be stale, because their running fetch was not
 * repeated.
 */
async function refetch(client: QueryClient, filters: QueryFilters): Promise<readonly QueryKey[]> {
  // TanStack Query repeats a running fetch only of a shown query with data. The answer of any other may be older than the hint.
  const unrepeated = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined || !query.isActive());
  await Promise.all([client.invalidateQueries(filters), ...unrepeated.map(({ promise }) => promise?.catch(() => {}))]);
  return unrepeated.map(({ queryKey }) => queryKey);
}

/**
 * Listens for hints until the page unloads, and refetches the queries that they make stale. `since`: when the server read the first
 * answers.
 */
export function startLive(client: QueryClient, since: number | undefined): void {
  const stale = new Map<string, QueryKey>();
  /** The trips whose night the last hint brought. A thousand pages that fetch it at once would be late for the card. */
  const shown = new Set<string>();
  let fetching = false;
  const isAsked = ({ queryKey: [kind, id, part] }: { readonly queryKey: QueryKey }) => {
    // A squad that the viewer is leaving may be gone, and its page closes next.
    if (kind === "squad") return client.isMutating({ mutationKey: keys.goodbye(String(id)) }) === 0;
    return part !== "night" || !shown.has(String(id));
  };
  const addStale = (queryKeys: readonly QueryKey[]) => {
    for (const key of queryKeys) stale.set(JSON.stringify(key), key);
  };
  const markStale = (queryKeys: readonly QueryKey[]) => {
    dropFirstAnswers();
    addStale(queryKeys);
    void fetchAgain();
  };
  const fetchAgain = async () => {
    if (fetching) return;
    fetching = true;
    for (let pause = pauseMs.first; stale.size > 0; pause = Math.min(pause * 1.5, pauseMs.most)) {
      const round = [...stale.values()];
      stale.clear();
      const refetched = round.map((queryKey) => refetch(client, { queryKey, predicate: isAsked }));
      shown.clear();
      addStale((await Promise.all(refetched)).flat());
      await wait(pause);
    }
    fetching = false;
  };

  let stream: EventSource | undefined;
  let hasConnected = false;
  let timer = 0;
  const connect = () => {
    clearTimeout(timer);
    stream?.close();
    stream = new EventSource(since === undefined || hasConnected ? "/api/live" : `/api/live?since=${since}`);
    stream.addEventListener("message", ({ data }) => {
      const event: LiveEvent = JSON.parse(String(data));
      if (event.show && showCard(client, event.id, event.show)) shown.add(event.id);
      else shown.delete(event.id);
      markStale(touchedBy(event));
      // The hints before the hello are repeated. The page refetches for them, but it plays no result again.
      if (hasConnected) passOn(event);
    });
    stream.addEventListener("refresh", () => markStale([[]]));
    stream.addEventListener("over", over);
    stream.addEventListener("hello", ({ data }) => {
      const { isComplete, person }: LiveHello = JSON.parse(String(data));
      if (person !== page.person) return over();
      if (hasConnected) return markStale([[]]);
      hasConnected = true;
      if (isComplete) return;
      // Hints may be missing from before the first connection, so the answers that were asked for earlier may be stale.
      const asked = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
      markStale(asked.map(({ queryKey }) => queryKey));
    });
    stream.addEventListener("error", () => stream?.readyState === EventSource.CLOSED && refused());
  };
  /** If the session is over, this call leaves the page. After any other error the page tries again. */
  const ask = () => client.fetchQuery({ ...meQuery, staleTime: 0 }).then(connect, refused);
  const refused = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => document.hidden || void ask(), retryMs);
  };
  const over = () => {
    stream?.close();
    clearTimeout(timer);
    timer = window.setTimeout(ask, overMs);
  };
  connect();

  // Browsers keep a left page for Back only if it has no open connection.
  addEventListener("pagehide", () => stream?.close());
  // A page on its way out asks nothing, least of all after its logout. If it stays, as with a download, it listens again.
  addEventListener("beforeunload", () => {
    stream?.close();
    clearTimeout(timer);
    timer = window.setTimeout(connect, retryMs);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(() => stream?.close(), hiddenMs);
    else if (stream?.readyState === EventSource.CLOSED) connect();
  });
}
