import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type NightPage, type ShowState, secondsPerCard } from "#contract/nights.ts";
import { api } from "../../../core/api.ts";
import { keys } from "../../../core/keys.ts";
import { showCard } from "../../../core/live.ts";
import { squadsQuery } from "../../../core/queries.ts";
import { tellProblem } from "../../../core/tell-problem.ts";
import { serverNow } from "./clock.ts";

interface Turn {
  readonly way: "next" | "back";
  /** The card that the host leaves. */
  readonly position: number;
}

/** The host's ways to the next card and to the one before. A card can be left once it has begun, so that a double tap moves one card. */
export function useTurns(tripId: string, show: ShowState) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ way, position }: Turn) => {
      const input = { params: { id: tripId }, body: { position } };
      return way === "next"
        ? api("POST /api/trips/:id/night/next", input)
        : api("POST /api/trips/:id/night/back", input);
    },
    onSuccess: (now) => showCard(client, tripId, now),
    onError: (error, { way }) => {
      tellProblem(error, `The ${way === "next" ? "next card" : "card before"} did not come`, "Please tap again.");
      void client.invalidateQueries({ queryKey: keys.night(tripId) });
    },
  });
  const turn = (way: Turn["way"]) => {
    const isEnd = show.isLast || (way === "back" && show.position === 0);
    if (!isPending && !isEnd && serverNow() >= Date.parse(show.cardAt)) mutate({ way, position: show.position });
  };
  return { next: () => turn("next"), back: () => turn("back"), isPending };
}

/** How often a page without live hints asks for the present card. */
const pollMs = 3000;
/** In a show that moves by itself, a page asks for a card this long after its start, and again after `retryMs`. */
const lateMs = 40;
const retryMs = 2000;

/** Whether hints of this trip reach the viewer: they belong to it or to its squad. */
export function useIsLive(tripId: string, squadId: string | undefined): boolean {
  const client = useQueryClient();
  const squads = useQuery(squadsQuery);
  const page = client.getQueryData<NightPage>(keys.night(tripId));
  return (
    page === undefined || page.isCrew || page.isOrganizer || squads.data?.some(({ id }) => id === squadId) !== false
  );
}

/** Calls `fetchCard` for the cards that no hint brings: in a show that moves by itself, and on a page that gets no hints. */
export function useCardFetches(
  { cardAt, movesByItself, isLast }: Pick<ShowState, "cardAt" | "movesByItself" | "isLast">,
  isLive: boolean,
  fetchCard: () => unknown,
): void {
  const latest = useRef(fetchCard);
  useEffect(() => {
    latest.current = fetchCard;
  }, [fetchCard]);
  useEffect(() => {
    if (isLast || (isLive && !movesByItself)) return undefined;
    let timer = 0;
    const again = () => {
      void latest.current();
      timer = window.setTimeout(again, isLive ? retryMs : pollMs);
    };
    const nextAt = movesByItself ? Date.parse(cardAt) + secondsPerCard * 1000 + lateMs : Infinity;
    timer = window.setTimeout(again, Math.max(0, Math.min(nextAt - serverNow(), isLive ? Infinity : pollMs)));
    return () => clearTimeout(timer);
  }, [cardAt, movesByItself, isLast, isLive]);
}
