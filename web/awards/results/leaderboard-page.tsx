import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { TripAwards } from "#contract/awards.ts";
import { isNotFound } from "../../core/api.ts";
import { today } from "../../core/calendar.ts";
import { ButtonLink, TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { crewQuery } from "../../trips/queries.ts";
import { TripNotFound } from "../../trips/late-trip-not-found.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { InBrowser } from "../../ui/in-browser.tsx";
import { useNear } from "../../ui/near.tsx";
import { mayChangeVotes, needsVotes } from "../by-need.ts";
import { confirmedOnlyWords } from "../progress-words.ts";
import { DetailedRankings } from "./detailed-rankings.tsx";
import { HallOfFame } from "./hall-of-fame.tsx";
import { standingsQuery, tripAwardsQuery } from "../queries.ts";
import { RevealWatch } from "../reveal/late-reveals.ts";
import { WinnerStickers } from "./winner-stickers.tsx";

/** `/trips/:id/leaderboard`: the ranking over all awards and for each award. */
export function LeaderboardPage({ params: { id } }: { params: { id: string } }) {
  const awards = useQuery(tripAwardsQuery(id));
  const crew = useQuery(crewQuery(id));
  // A phone shows the title and the podium first.
  const [place, isNear] = useNear<HTMLDivElement>();
  usePageTitle(awards.data && `Leaderboards · ${awards.data.trip.name}`);
  if (isNotFound(awards.error)) return <TripNotFound id={id} />;
  if (!awards.data) {
    return awards.isError ? (
      <LoadFailed
        of={awards}
        art={<SceneSticker src={scenes.lighthouse} />}
        title={<h1>The leaderboards did not load</h1>}
        action={<ButtonLink to={paths.trip(id)}>Back to the Trip</ButtonLink>}
      />
    ) : (
      <LeaderboardSkeleton />
    );
  }

  const { trip, night, categories, awardsToVoteOn } = awards.data;
  const won = categories.filter(({ leaderboard }) => leaderboard.length > 0);
  const fame = <HallOfFame tripId={trip.id} awards={won} />;
  const winners = won.length > 0 && <WinnerStickers awards={won} />;
  const rankings = <DetailedRankings tripId={trip.id} awards={categories} night={night} mayVote={awardsToVoteOn > 0} />;
  // A longer list takes the whole width.
  const [beside, below] = won.length > 0 && won.length <= maxBeside ? [winners, rankings] : [rankings, winners];
  return (
    <CrewColors crew={crew.data}>
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
        <LeaderboardHead awards={awards.data} />
        <InBrowser>
          {categories.length === 0 ? (
            <EmptyState
              art={<SceneSticker src={scenes.cliffs} />}
              title="No leaderboard data available"
              text={trip.categoryCount === 0 ? "This trip has no awards yet." : "Results show here once they are out."}
              action={<ButtonLink to={paths.trip(trip.id)}>Back to the Trip</ButtonLink>}
            />
          ) : (
            <>
              <div className={sideBySide}>
                {fame}
                {isNear && beside}
              </div>
              {isNear ? below : <div ref={place} className="min-h-dvh" />}
            </>
          )}
        </InBrowser>
        <RevealWatch tripId={id} />
      </div>
    </CrewColors>
  );
}

LeaderboardPage.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([
    client.prefetchQuery(tripAwardsQuery(id)),
    client.prefetchQuery(crewQuery(id)),
    client.prefetchQuery(standingsQuery(id)),
  ]);

/** The title of the leaderboards, and the way to the ballot. */
const LeaderboardHead = ({ awards }: { awards: TripAwards }) => (
  <PageHeader
    above={
      <TextLink to={paths.trip(awards.trip.id)} className="-my-2.5 w-fit py-2.5 text-soft">
        {awards.trip.name}
      </TextLink>
    }
    title="Current Leaderboards"
    text={awards.trip.confirmedOnly ? confirmedOnlyWords : undefined}
    actions={
      awards.awardsToVoteOn > 0 ? (
        <ButtonLink to={paths.ballot(awards.trip.id)} look={needsVotes(awards, today()) ? "primary" : "plain"}>
          Vote on Awards
        </ButtonLink>
      ) : (
        mayChangeVotes(awards) && (
          <ButtonLink to={paths.ballot(awards.trip.id)} look="quiet">
            Change My Votes
          </ButtonLink>
        )
      )
    }
  />
);

/** How many stickers are as tall as the podium beside them. */
const maxBeside = 6;
const sideBySide = "grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]";

const LeaderboardSkeleton = () => (
  <Loading label="Loading leaderboards..." className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
    <Skeleton className="h-12 w-80 max-w-full" />
    <div className={sideBySide}>
      <Skeleton className="h-72 rounded-card" />
      <div className="grid gap-4">
        <Skeleton className="h-13 rounded-full" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    </div>
  </Loading>
);
