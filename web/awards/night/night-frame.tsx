import type { ReactNode } from "react";
import { headSizes } from "#contract/cover-sizes.ts";
import type { Night, NightPage } from "#contract/nights.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { Cover } from "../../scenes/cover.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { eveningTimes } from "../evening.ts";
import { dayHeld } from "./night-words.ts";

const cover = "edge-b h-40 w-full sm:h-52 md:h-72";
const column = "mx-auto grid max-w-7xl gap-6 px-4 sm:px-8";

/** The page of a night around its present stage: the trip's cover and name, and when the night is. */
export function NightFrame({ trip, night, children }: { trip: NightPage["trip"]; night?: Night; children: ReactNode }) {
  return (
    <article>
      <header className="relative md:overflow-hidden">
        <Cover
          of={{ ...trip, squadId: trip.squad?.id ?? null, photoUrl: null }}
          size="large"
          sizes={headSizes}
          eager
          className={cover}
        />
        <div className="pt-4 md:absolute md:inset-x-0 md:bottom-0 md:pt-0">
          <div className="mx-auto flex max-w-7xl flex-wrap items-end justify-between gap-4 px-4 sm:px-8">
            <div className="grid min-w-0 grid-cols-1 gap-1.5 wrap-anywhere md:shaded md:pb-6 md:text-on-photo">
              <TextLink to={paths.trip(trip.id)} className="w-fit text-soft md:text-on-photo">
                {trip.name}
              </TextLink>
              <h1 className="poster text-5xl md:text-6xl lg:text-7xl">Awards Night</h1>
            </div>
            {night && (night.heldAt ?? night.startsAt) !== null && (
              <p className="edge grid max-w-full rotate-1 rounded-tile bg-card px-4 py-2.5 font-display text-base font-extrabold text-main wrap-anywhere shadow-stamp md:mb-6 md:rotate-3">
                {night.heldAt !== null ? (
                  <time dateTime={night.heldAt}>Held on {dayHeld(night.heldAt, night.timeZone)}</time>
                ) : (
                  night.startsAt !== null && <PlannedTime startsAt={night.startsAt} timeZone={night.timeZone} />
                )}
              </p>
            )}
          </div>
        </div>
      </header>
      <div className={`${column} py-6`}>{children}</div>
    </article>
  );
}

function PlannedTime({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const { there, here } = eveningTimes({ startsAt, timeZone });
  return (
    <>
      <time dateTime={startsAt}>{there}</time>
      {here !== null && <span className="font-body text-sm font-semibold">{here} for you</span>}
    </>
  );
}

/** Stands in for the page of a night while it loads. */
export const NightSkeleton = () => (
  <Loading label="Loading Awards Night...">
    <Skeleton className="h-40 rounded-none! sm:h-52 md:h-72" />
    <div className={`${column} py-6`}>
      <Skeleton className="h-24 md:hidden" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  </Loading>
);
