import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { nextBallot } from "../../awards/next-ballot.ts";
import { today } from "../../core/calendar.ts";
import { navigate, paths } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { Spinner } from "../../ui/button.tsx";
import { allTripsQuery } from "./trips-query.ts";

/** `/vote`, a shortcut of the installed app: redirects to the ballot that waits for the viewer, else to all awards. */
export function VotePage() {
  usePageTitle("Vote");
  const list = useQuery(allTripsQuery);
  const { data: trips } = list;
  useEffect(() => {
    if (!trips) return;
    const trip = nextBallot(trips, today());
    navigate(trip ? paths.ballot(trip.id) : paths.awards, { replace: true });
  }, [trips]);
  if (list.isError) return <LoadFailed of={list} title="Your awards did not load" wholePage />;
  return (
    <output className="grid justify-items-center gap-4 px-4 py-24 text-center">
      <Spinner className="text-4xl text-focus" />
      <span className="title text-2xl">Looking for your ballot...</span>
    </output>
  );
}
