import { useQuery } from "@tanstack/react-query";
import { type Rank, ranks } from "../../accounts/people/medal.tsx";
import { highlightsQuery, personAwardsQuery } from "../../accounts/people/queries.ts";
import { sentenceOf } from "../../core/api.ts";
import { ErrorState } from "../../ui/states.tsx";
import { BestPhotos } from "./best-photos.tsx";
import { MedalCounts } from "./medal-counts.tsx";
import { DetailsSkeleton } from "./profile-skeleton.tsx";
import { RecentAwards } from "./recent-awards.tsx";
import { Titles } from "./titles.tsx";
import { TripsTogether } from "./trips-together.tsx";

/** What a person won, their best photos, and their trips with the viewer. All of it appears at once, so that nothing moves. */
export function ProfileDetails({ userId, isMe }: { userId: string; isMe: boolean }) {
  const awards = useQuery(personAwardsQuery(userId));
  const highlights = useQuery(highlightsQuery(userId));
  if (awards.isPending || highlights.isPending) return <DetailsSkeleton />;
  return (
    <>
      {awards.data ? (
        <>
          <MedalCounts counts={ranks.map((rank) => countOf(awards.data, rank))} />
          <Titles awards={awards.data.filter(({ rank }) => rank === 1)} />
        </>
      ) : (
        <ErrorState
          title="The awards did not come through"
          text={sentenceOf(awards.error)}
          onRetry={() => void awards.refetch()}
          busy={awards.isFetching}
        />
      )}
      {highlights.data ? (
        <BestPhotos photos={highlights.data.photos} />
      ) : (
        <ErrorState
          title="The photos did not come through"
          text={sentenceOf(highlights.error)}
          onRetry={() => void highlights.refetch()}
          busy={highlights.isFetching}
        />
      )}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {awards.data && <RecentAwards awards={awards.data} />}
        {highlights.data && (
          <TripsTogether trips={highlights.data.trips} total={highlights.data.tripCount} isMe={isMe} />
        )}
      </div>
    </>
  );
}

const countOf = (awards: readonly { readonly rank: number }[], rank: Rank): number =>
  awards.filter((award) => award.rank === rank).length;
