import { MapPin, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { BriefTrip } from "#contract/trips.ts";
import { plural } from "#contract/locale.ts";
import { formatDays, today } from "../core/calendar.ts";
import { ButtonLink, Link, paths } from "../core/link.tsx";
import { NewChip } from "../media/seen/new-chip.tsx";
import { Cover } from "../scenes/cover.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { cx } from "../ui/class-names.ts";
import { type TripRights, tripStepsOf } from "./next-step.ts";
import { StepButton } from "./step-button.tsx";

/**
 * A trip in a list, with a step that it offers the viewer, and a link to its page. A press anywhere else on it opens its page. `corner`
 * floats over the photo, for a menu; `more` is the label of the link. A `wide` card has its photo at the left, and a `calm` one marks no
 * step and shows the last of two, because the screen has the first elsewhere.
 */
export const TripCard = ({
  trip,
  scene,
  rights,
  corner,
  more = "Trip Details",
  wide = false,
  calm = false,
}: {
  trip: BriefTrip;
  scene: string;
  rights: TripRights;
  corner?: ReactNode;
  more?: string;
  wide?: boolean;
  calm?: boolean;
}) => {
  const steps = tripStepsOf(trip, rights, today());
  // Photos are added on the trip's page.
  const step = calm || steps[0] === "add-photos" ? steps.at(-1) : steps[0];
  return (
    <Card data-grows className={cx("relative flex h-full flex-col", wide && "md:flex-row")}>
      <div className={wide ? "wide-picture md:min-h-72" : "edge-b"}>
        <Cover of={trip} scene={scene} className="aspect-[8/5] w-full" />
      </div>
      {corner !== undefined && <div className="absolute top-3 right-3 z-10">{corner}</div>}
      <div className="absolute top-3 left-3 flex gap-2">
        {trip.isActive && <Chip look="spot">Active</Chip>}
        <NewChip count={trip.newPhotos} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-5 pt-6">
        <p
          className={cx(
            "edge relative -mt-11 rotate-2 self-end rounded-tile bg-card px-3 py-1.5 font-display text-sm font-extrabold shadow-stamp",
            wide && "md:mt-0 md:self-start",
          )}
        >
          {formatDays(trip.startDate, trip.endDate)}
        </p>
        <h3 className="title text-2xl wrap-anywhere">
          <Link to={paths.trip(trip.id)} className="after:absolute after:inset-0 hover:underline">
            {trip.name}
          </Link>
        </h3>
        <div className="grid gap-1 text-soft">
          <p className="flex items-start gap-2">
            <MapPin aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{trip.location}</span>
          </p>
          <p className="flex items-center gap-2">
            <Users aria-hidden="true" size={18} className="shrink-0" />
            {plural(trip.memberCount, {
              one: `${trip.memberCount} crew member`,
              other: `${trip.memberCount} crew members`,
            })}
          </p>
        </div>
        {/* One line, so that the buttons of all cards in a row stand at one height. */}
        <div className="relative z-10 mt-auto flex max-w-full gap-2.5 self-start pt-2">
          {step && (
            <StepButton
              trip={trip}
              step={step}
              isNext={!calm && step === steps[0]}
              size="sm"
              className="min-w-0 max-xl:[&>svg]:hidden"
            />
          )}
          <ButtonLink to={paths.trip(trip.id)} look="quiet" size="sm" className="shrink-0">
            {more}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
};
