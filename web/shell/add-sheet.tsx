import { useQuery } from "@tanstack/react-query";
import { Images, MapPin, Users } from "lucide-react";
import type { BriefTrip } from "#contract/trips.ts";
import { dayOf, today } from "../core/calendar.ts";
import { paths } from "../core/link.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { useSquads, useTripIdHere } from "../core/current-squad.ts";
import { MenuLink } from "./menu-list.tsx";
import { tripQuery, tripsQuery } from "../core/queries.ts";

/** The sheet of things to add: photos of the open or latest trip, a trip, a squad. */
export function AddSheet(state: DialogState) {
  const tripId = useTripIdHere();
  const { data: allTrips = [] } = useQuery(tripsQuery);
  // The page of this trip makes the same call.
  const { data: here } = useQuery({ ...tripQuery(tripId ?? ""), enabled: tripId !== undefined });
  const { squads: allSquads = [], current } = useSquads();
  // Beside a squad of one's own, the example takes nothing.
  const example = allSquads.some(({ isDemo }) => !isDemo) ? allSquads.find(({ isDemo }) => isDemo) : undefined;
  const squads = allSquads.filter(({ id }) => id !== example?.id);
  const trips = allTrips.filter(({ squadId }) => squadId !== example?.id);
  const trip = here?.trip.viewer.isMember ? here.trip : findLatestTrip(trips, today());
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

/** The running trip, else the last one, else the next to start. `trips` come nearest first. */
const findLatestTrip = (trips: readonly BriefTrip[], day: string) =>
  trips.find(({ isActive, startDate }) => isActive || dayOf(startDate) <= day) ?? trips[0];
