import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Reaction } from "#contract/nights.ts";
import type { TvEvent, TvPage } from "#contract/tv.ts";
import { api } from "../../../core/api.ts";

/** The night that this screen shows. Without a code it answers 404. */
export const tvQuery = queryOptions({
  queryKey: ["tv"],
  queryFn: ({ signal }) => api("GET /api/tv", { signal }),
});

export const fetchTv = (client: QueryClient): Promise<unknown> => client.invalidateQueries(tvQuery);

/** Milliseconds before a refused stream is tried again. */
const retryMs = 3000;

/** Keeps the screen's night up to date by its live hints, and calls `onReaction` for each emoji and `onHere` for each person who waits. */
export function useTvLive(onReaction: (emoji: Reaction) => void, onHere: (person: string) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    let stream: EventSource | undefined;
    let timer = 0;
    let hasConnected = false;
    const connect = () => {
      stream = new EventSource("/api/tv/live");
      stream.addEventListener("message", ({ data }) => {
        const { kind, show, emoji, person }: TvEvent = JSON.parse(String(data));
        if (kind === "reaction" && emoji) onReaction(emoji);
        else if (kind === "here" && person !== undefined) onHere(person);
        else if (kind === "night") {
          if (show) client.setQueryData<TvPage>(tvQuery.queryKey, (page) => withCard(page, show));
          // The first card begins the show, and the last one ends it.
          if (!show || show.position === 0 || show.isLast) void fetchTv(client);
        }
      });
      stream.addEventListener("refresh", () => void fetchTv(client));
      stream.addEventListener("hello", () => {
        if (hasConnected) void fetchTv(client);
        hasConnected = true;
      });
      stream.addEventListener("error", () => {
        if (stream?.readyState !== EventSource.CLOSED) return;
        // The code may have ended: then this answers 404, and the page asks for another code.
        void fetchTv(client);
        timer = window.setTimeout(connect, retryMs);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      stream?.close();
    };
  }, [client, onReaction, onHere]);
}

function withCard(page: TvPage | undefined, show: NonNullable<TvEvent["show"]>): TvPage | undefined {
  if (!page || (page.night.show && page.night.show.cardAt > show.cardAt)) return page;
  return { ...page, night: { ...page.night, show } };
}
