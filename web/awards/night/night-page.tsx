import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { useLive } from "../../core/live.ts";
import type { NightPage as Page } from "#contract/nights.ts";
import { Replay } from "./show/replay.tsx";
import { Show } from "./show/show.tsx";
import { withShow } from "./show/use-moves.ts";

/** `/trips/:id/night`. */
export function NightPage({ params: { id } }: { params: { id: string } }) {
  const client = useQueryClient();
  const { data: page } = useQuery({
    queryKey: keys.night(id),
    queryFn: ({ signal }) => api("GET /api/trips/:id/night", { params: { id }, signal }),
  });
  const isReplay = useSearchParams()[0].has("replay");
  useLive("night", ({ id: tripId, show }) => {
    if (tripId === id && show) client.setQueryData<Page>(keys.night(id), (before) => withShow(before, show));
  });
  if (!page?.night) return null;
  const { trip, night, isOrganizer } = page;
  if (isReplay) return <Replay tripId={id} trip={trip} />;
  return <Show tripId={id} night={night} trip={trip} isOrganizer={isOrganizer} />;
}
