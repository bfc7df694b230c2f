import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { AwardWinner } from "#contract/trips.ts";
import { isNotFound } from "../../core/api.ts";
import { RevealWatch } from "../../awards/reveal/late-reveals.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { tripQuery } from "../../core/queries.ts";
import { TripNotFound } from "../../trips/late-trip-not-found.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { takeFirstOutline } from "../../media/queries.ts";
import { TripSkeleton } from "../../trips/trip-skeleton.tsx";
import { NightLine } from "../../awards/night/night-line.tsx";
import { Gallery } from "../../media/gallery/gallery.tsx";
import { dayOf, today } from "../../core/calendar.ts";
import { type TripOpening, Link, TextLink, paths } from "../../core/link.tsx";
import { CrewList } from "../../trips/crew-list.tsx";
import { isStarting } from "../../trips/next-step.ts";
import type { TripOverview } from "../../trips/queries.ts";
import { TripActions } from "./trip-actions.tsx";
import { InBrowser } from "../../ui/in-browser.tsx";
import { near } from "../../ui/near.tsx";
import { TripHero } from "../../trips/trip-hero.tsx";
import { TripRooms } from "../../trips/trip-rooms.tsx";
import { useOpening } from "../../core/use-opening.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { MedalEmoji } from "../../awards/results/medal-emoji.tsx";
import { nomineeName } from "../../awards/nominee.tsx";
import { CountedTitle } from "../../trips/counted-title.tsx";

const TripStart = near(async () => (await import("./trip-start.tsx")).TripStart);

/** The page `/trips/:id`. One call loads all of its first view. */
export function TripPage({ params: { id } }: { params: { id: string } }) {
  const trip = useQuery(tripQuery(id));
  usePageTitle(trip.data?.trip.name);

  if (isNotFound(trip.error)) return <TripNotFound id={id} />;
  if (trip.data) {
    return (
      <CrewColors crew={trip.data.members}>
        <TripOverviewView overview={trip.data} />
        <RevealWatch tripId={id} />
      </CrewColors>
    );
  }
  if (trip.isPending) return <TripSkeleton />;
  return <LoadFailed of={trip} art={<SceneSticker src={scenes.lighthouse} />} title={<h1>The trip did not load</h1>} />;
}

TripPage.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([client.prefetchQuery(tripQuery(id)), takeFirstOutline(client, { tripId: id })]);

const openings = [
  "crew",
  "edit",
  "invite",
  "categories",
  "upload",
  "night",
  "members",
] as const satisfies readonly TripOpening[];

const proofDialog = async () => (await import("./trip-dialogs.tsx")).UseAsProof;

/** The content of a loaded trip page. */
function TripOverviewView({ overview }: { overview: TripOverview }) {
  const { trip, members, winners, nightWinners, media, nextMedia, news } = overview;
  const [opening, open] = useOpening<TripOpening>(openings);
  return (
    <article>
      <TripHero overview={overview} />
      <TripRooms id={trip.id} here="trip" />
      <InBrowser>
        <div className="mx-auto grid max-w-7xl gap-4 px-4 py-4 sm:px-8">
          <CrewList tripId={trip.id} members={members} count={trip.memberCount} />
          <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-start lg:justify-between lg:gap-8">
            <div className="lg:shrink-0">
              <TripActions overview={overview} opening={opening} open={open} />
            </div>
            {trip.description && (
              <p className="max-w-prose min-w-0 whitespace-pre-line wrap-anywhere sm:text-lg">{trip.description}</p>
            )}
          </div>
          {isStarting(overview, today()) && (
            // Keeps the card's place until its code is there.
            <div className="grid min-h-62 sm:min-h-34">
              <TripStart trip={trip} open={open} />
            </div>
          )}
          {trip.night && <NightLine tripId={trip.id} night={trip.night} winners={nightWinners} />}
          <TripWinners trip={trip} winners={winners} />
          <section id="gallery" aria-label="Gallery">
            <Gallery
              scope={{ tripId: trip.id }}
              first={{ rows: media, next: nextMedia }}
              news={news}
              days={[dayOf(trip.startDate), dayOf(trip.endDate)]}
              mayUpload={trip.viewer.isMember}
              mayModerate={trip.viewer.isOrganizer}
              onProof={trip.night?.stage === "planned" && trip.viewer.isCrew && proofDialog}
            />
          </section>
        </div>
      </InBrowser>
    </article>
  );
}

/**
 * The awards of a trip in one row that scrolls sideways: the winners of the complete ones, each a link to its award, and the way to the
 * leaderboards. Nothing without awards.
 */
const TripWinners = ({ trip, winners }: { trip: TripOverview["trip"]; winners: readonly AwardWinner[] }) =>
  trip.categoryCount > 0 && (
    <section aria-labelledby="winners" className="sideways items-center gap-3">
      <div className="shrink-0 snap-start pr-2">
        <CountedTitle
          id="winners"
          title="Trip Awards"
          count={trip.categoryCount}
          one="award category"
          other="award categories"
        />
        <TextLink to={paths.leaderboard(trip.id)} className="-my-2 inline-flex min-h-11 items-center text-sm">
          See the Leaderboard
        </TextLink>
      </div>
      {winners.length > 0 && (
        <ul className="flex gap-3">
          {winners.map(({ rank, category, user }) => (
            <li key={`${rank} ${category.id} ${user?.id}`} className="max-w-60 shrink-0 snap-start">
              <Link
                to={paths.leaderboard(trip.id, category.id)}
                className="group flex min-h-14 items-center gap-2.5 rounded-tile bg-card py-1 pr-4 pl-2"
              >
                <MedalEmoji rank={rank} />
                <span className="grid min-w-0 leading-snug">
                  <span className="truncate font-bold group-hover:underline">{nomineeName(user)}</span>
                  <span className="truncate text-sm text-soft">{category.name}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
