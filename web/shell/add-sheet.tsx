import { useQuery } from "@tanstack/react-query";
import { Images, MapPin, Users } from "lucide-react";
import type { TripCard } from "#contract/trips.ts";
import { dayOf, today } from "../core/calendar.ts";
import { paths } from "../core/paths.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { useSquads, useTripIdHere } from "../core/current-squad.ts";
import { MenuLink } from "./menu-list.tsx";
import { tripsQuery } from "../core/queries.ts";

/** The sheet of things to add: photos of the open or latest trip, a trip, a squad. */
export function AddSheet(state: DialogState) {
  const tripId = useTripIdHere();
  const { data: trips = [] } = useQuery(tripsQuery);
  const { squads = [], current } = useSquads();
  const trip = trips.find(({ id }) => id === tripId) ?? latestTrip(trips, today());
  const squad = current ?? squads.find(({ id }) => id === trip?.squadId) ?? squads[0];
  const close = () => state.onOpenChange(false);
  return (
    <Dialog {...state} title="Add something">
      <ul className="-mx-2 grid">
        {trip && (
          <MenuLink
            to={paths.trip(trip.id, "upload")}
            onGo={close}
            icon={<Images aria-hidden="true" />}
            note={trip.name}
          >
            Add Photos
          </MenuLink>
        )}
        {squad && (
          <MenuLink
            to={paths.squad(squad.id, "trip")}
            onGo={close}
            icon={<MapPin aria-hidden="true" />}
            note={squad.name}
          >
            New Trip
          </MenuLink>
        )}
        <MenuLink to={paths.createSquad} onGo={close} icon={<Users aria-hidden="true" />}>
          New Squad
        </MenuLink>
      </ul>
    </Dialog>
  );
}

/** The active trip, else the latest that has started, else the next to start. */
export function latestTrip(trips: readonly TripCard[], day: string): TripCard | undefined {
  const byStart = trips.toSorted((a, b) => b.startDate.localeCompare(a.startDate));
  return (
    byStart.find(({ isActive }) => isActive) ??
    byStart.find(({ startDate }) => dayOf(startDate) <= day) ??
    byStart.at(-1)
  );
}
