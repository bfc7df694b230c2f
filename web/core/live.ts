// Decision 054: why pages refetch on hints, with growing pauses.
// Written by hand because libraries for server-sent events stop at the connection: this refetches what a hint or a pause makes stale.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LiveEvent } from "#contract/live.ts";
import { ApiError } from "./api.ts";
import { keys } from "./keys.ts";
import { meQuery } from "./queries.ts";

type Kind = LiveEvent["kind"];

/** Between two rounds of fetching again, so that a hundred uploads do not ask a hundred times: the longer they last, the longer. */
const breathMs = { first: 200, most: 2000 };
/** A stream refused for good (the server restarting, the session ended) is tried again after this. */
const retryMs = 5000;
/** A page that nobody has looked at for so long gives its stream back. */
const hiddenMs = 60_000;

const handlers = new Map<Kind, Set<(event: LiveEvent) => void>>();

/** Calls `handler` for each hint of a kind, as it comes: for moments, such as an award revealed. */
export function useLive(kind: Kind, handler: (event: LiveEvent) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => {
    const hear = (event: LiveEvent) => latest.current(event);
    const set = handlers.get(kind) ?? new Set();
    handlers.set(kind, set.add(hear));
    return () => void set.delete(hear);
  }, [kind]);
}

/** What a hint makes old. The beginning of a key stands for all below it. */
export function touchedBy({ scope, id, kind }: LiveEvent): readonly QueryKey[] {
  if (kind === "mail") return [keys.mailNotices, keys.invitations];
  if (scope === "user") return [[]];
  const own = scope === "trip" ? keys.trip(id) : keys.squad(id);
  // The one hint that comes in crowds: a vote changes no more than how far its award is.
  if (kind === "vote") return [own, keys.awards];
  // A squad shows its trips, and a trip its squad's members, whichever of the two the hint names.
  const around: readonly QueryKey[] = [keys.dashboard, scope === "trip" ? ["squad"] : ["trip"]];
  const lists: Readonly<Record<Exclude<Kind, "vote" | "mail">, readonly QueryKey[]>> = {
    members: [keys.members, keys.squads, keys.trips, keys.awards],
    media: [keys.recentMedia],
    revealed: [keys.awards, keys.trips, ["person"]],
    categories: [keys.awards, keys.trips],
    trip: [keys.trips, keys.awards],
    squad: [keys.squads],
    deleted: [keys.squads, keys.trips, keys.awards, keys.members, keys.recentMedia],
    account: [],
  };
  return [own, ...around, ...lists[kind]];
}

/** Listens to the server for as long as the page lives, and has what changed fetched again where it is shown. */
export function startLive(client: QueryClient): void {
  const old = new Map<string, QueryKey>();
  let fetching = false;
  /** Nobody asks for a squad again while it is left: it may be gone, and its page goes next. */
  const isKept = ({ queryKey: [kind, id] }: { readonly queryKey: QueryKey }) =>
    kind !== "squad" || client.isMutating({ mutationKey: keys.goodbye(String(id)) }) === 0;
  const markOld = (queryKeys: readonly QueryKey[]) => {
    for (const key of queryKeys) old.set(JSON.stringify(key), key);
    void fetchAgain();
  };
  const fetchAgain = async () => {
    if (fetching) return;
    fetching = true;
    for (let breath = breathMs.first; old.size > 0; breath = Math.min(breath * 1.5, breathMs.most)) {
      const round = [...old.values()];
      old.clear();
      await Promise.all(round.map((queryKey) => client.invalidateQueries({ queryKey, predicate: isKept })));
      await new Promise((done) => setTimeout(done, breath));
    }
    fetching = false;
  };

  let stream: EventSource | undefined;
  let known = false;
  let timer = 0;
  const connect = () => {
    clearTimeout(timer);
    stream?.close();
    stream = new EventSource("/api/live");
    stream.addEventListener("message", ({ data }) => {
      const event: LiveEvent = JSON.parse(String(data));
      markOld(touchedBy(event));
      for (const hear of handlers.get(event.kind) ?? []) hear(event);
    });
    stream.addEventListener("refresh", () => markOld([[]]));
    stream.addEventListener("hello", () => {
      if (known) return markOld([[]]);
      known = true;
      // The first time only what was answered before the stream stood can have missed something.
      return void client.invalidateQueries({
        predicate: ({ state, queryKey }) =>
          state.dataUpdatedAt > 0 && state.fetchStatus === "idle" && queryKey[0] !== "me",
      });
    });
    stream.addEventListener("error", () => stream?.readyState === EventSource.CLOSED && refused());
  };
  const refused = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (document.hidden) return;
      // An ended session shows here, and leads to sign-in; anything else passes.
      client.fetchQuery({ ...meQuery, staleTime: 0 }).then(connect, (error: unknown) => {
        if (!(error instanceof ApiError && error.code === "not_signed_in")) refused();
      });
    }, retryMs);
  };
  connect();

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(() => stream?.close(), hiddenMs);
    else if (stream?.readyState === EventSource.CLOSED) connect();
  });
}
