import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { today } from "../../core/calendar.ts";
import { type TripOpening, navigate, paths } from "../../core/link.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { usePreload } from "../../ui/use-preload.ts";
import { mayInviteTo, tripStepsOf } from "../../trips/next-step.ts";
import type { TripOverview } from "../../trips/queries.ts";
import { StepButton } from "../../trips/step-button.tsx";
import type { TripEnding } from "../../trips/trip-endings.tsx";
import { tripMenuOf } from "../../trips/trip-menu.tsx";
import { UploadButton } from "../../media/uploads/upload-button.tsx";

const TripDialogs = onDemand(async () => (await import("./trip-dialogs.tsx")).TripDialogs);
const TripEndings = onDemand(async () => (await import("../../trips/trip-endings.tsx")).TripEndings);
const PlanDialog = onDemand(async () => (await import("../../awards/night/plan-dialog.tsx")).PlanDialog);

// On a phone two steps and the menu fit in one row only without icons.
const tight = "max-sm:px-3! max-sm:text-sm! max-sm:[&>svg]:hidden";

/** The steps that the trip offers the viewer now, and the menu for all other actions, with their dialogs. */
export function TripActions({
  overview,
  opening,
  open,
}: {
  overview: TripOverview;
  opening: TripOpening | undefined;
  open: (opening: TripOpening | undefined) => void;
}) {
  const { trip } = overview;
  const { viewer } = trip;
  const [ending, setEnding] = useState<TripEnding>();
  const rights = { isMember: viewer.isMember, mayInvite: mayInviteTo(overview) };
  const dialog = viewer.isMember && opening !== "upload" && opening !== "night" ? opening : undefined;
  usePreload(TripDialogs.hint.onFocus, viewer.isMember);
  const toLeaderboards = () => navigate(paths.leaderboard(trip.id));
  const toNight = () => navigate(paths.night(trip.id));

  return (
    <div className="flex flex-wrap items-center gap-2.5 sm:gap-3">
      {tripStepsOf(trip, rights, today()).map((step, index) =>
        step === "add-photos" ? (
          // One press opens the picker, as the button of the gallery does.
          <UploadButton
            key={step}
            scope={{ tripId: trip.id }}
            leads
            look={index === 0 ? "primary" : "plain"}
            size="md"
            className={tight}
          />
        ) : (
          <StepButton
            key={step}
            trip={trip}
            step={step}
            isNext={index === 0}
            className={tight}
            onOpen={open}
            note={
              step === "done" && (
                <span className="steady">
                  {" "}
                  · {trip.votersDone} of {trip.voterCount} are done
                </span>
              )
            }
          />
        ),
      )}
      <Menu
        label="More about this trip"
        isTall
        trigger={<Ellipsis aria-hidden="true" size={22} />}
        triggerClass={`${buttonLook("plain")} !px-3`}
        entries={tripMenuOf(overview, {
          open,
          end: setEnding,
          toLeaderboards,
          toNight,
        })}
      />

      <TripDialogs
        trip={trip}
        edited={trip}
        isOrganizer={viewer.isOrganizer}
        isSquadAdmin={viewer.isSquadAdmin}
        opening={dialog}
        open={dialog !== undefined}
        onOpenChange={() => open(undefined)}
      />
      <PlanDialog
        open={viewer.isOrganizer && opening === "night"}
        onOpenChange={() => open(undefined)}
        trip={trip}
        onPlanned={toNight}
      />
      <TripEndings
        overview={overview}
        ending={ending}
        open={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
      />
    </div>
  );
}
