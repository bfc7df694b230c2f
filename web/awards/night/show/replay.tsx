import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { NightCard, NightPage } from "#contract/nights.ts";
import { sentenceOf } from "../../../core/api.ts";
import { ButtonLink, paths } from "../../../core/link.tsx";
import { SceneSticker } from "../../../scenes/cover.tsx";
import { scenes } from "../../../scenes/scenes.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { nightCardsQuery } from "./cards-query.ts";
import { ShareCard } from "./share-cards.tsx";
import { ShowFrame } from "./show-frame.tsx";
import { CardPlayer } from "./card-player.tsx";

interface ReplayProps {
  readonly tripId: string;
  readonly trip: NightPage["trip"];
}

/** The cards of a night that is over, at one's own pace: taps, arrows and swipes move forward and back. */
export function Replay({ tripId, trip }: ReplayProps) {
  const cards = useQuery(nightCardsQuery(tripId));
  if (cards.data && cards.data.length > 0) return <Cards tripId={tripId} trip={trip} cards={cards.data} />;
  if (cards.isPending) return <Loading label="Loading the show..." className="min-h-dvh" />;
  return (
    <ErrorState
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>The show did not load</h1>}
      text={sentenceOf(cards.error)}
      onRetry={() => void cards.refetch()}
      busy={cards.isFetching}
      action={<ButtonLink to={paths.trip(tripId)}>Back to the Trip</ButtonLink>}
    />
  );
}

const localNow = () => Date.now();

function Cards({ tripId, trip, cards }: ReplayProps & { cards: readonly NightCard[] }) {
  const [{ position, cardAt }, setPlace] = useState(() => ({ position: 0, cardAt: Date.now() }));
  const isLast = position >= cards.length - 1;
  const go = (step: 1 | -1) =>
    setPlace((place) => {
      const to = Math.min(Math.max(place.position + step, 0), cards.length - 1);
      return to === place.position ? place : { position: to, cardAt: Date.now() };
    });
  return (
    <ShowFrame
      tripId={tripId}
      title={`Awards Night · ${trip.name} · Replay`}
      onForward={() => go(1)}
      onBack={() => go(-1)}
      foot={
        <>
          <IconButton label="Previous card" look="plain" disabled={position === 0} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" size={22} />
          </IconButton>
          <p className="edge steady rounded-full bg-card px-4 py-2 font-bold">
            {position + 1} of {cards.length}
          </p>
          <Button look="primary" disabled={isLast} onClick={() => go(1)}>
            Next <ChevronRight aria-hidden="true" size={20} />
          </Button>
        </>
      }
    >
      <CardPlayer
        showing={{ position, cardAt, card: cards[position]! }}
        trip={trip}
        now={localNow}
        ending={
          <>
            <ShareCard tripId={tripId} picture="medals" name="Medal Table" />
            <ButtonLink to={paths.leaderboard(tripId)}>See the Leaderboards</ButtonLink>
            <ButtonLink to={paths.trip(tripId)}>Close</ButtonLink>
          </>
        }
      />
    </ShowFrame>
  );
}
