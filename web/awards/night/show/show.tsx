import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Volume2, VolumeX } from "lucide-react";
import type { Night, NightPage, Reaction, ShowState } from "#contract/nights.ts";
import { keys } from "../../../core/keys.ts";
import { ButtonLink, paths } from "../../../core/link.tsx";
import { useLive } from "../../../core/use-live.ts";
import { LoadFailed } from "../../../core/load-failed.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { TvCode } from "./tv-code.tsx";
import { serverNow, useServerClock } from "./clock.ts";
import { NoConnection } from "./no-connection.tsx";
import { Ending } from "./ending.tsx";
import { HostBar } from "./host-bar.tsx";
import { Floats, ReactionButtons } from "./reactions.tsx";
import { ShareWinner } from "./share-cards.tsx";
import { ShowFrame } from "./show-frame.tsx";
import { type Showing, CardPlayer } from "./card-player.tsx";
import { useCardFetches, useIsLive, useTurns } from "./use-moves.ts";
import { useFloats, useReact } from "./use-reactions.ts";
import { useSound } from "./sound.ts";
import { SceneSticker } from "../../../scenes/cover.tsx";
import { scenes } from "../../../scenes/scenes.ts";
import { Loading } from "../../../ui/skeleton.tsx";
import { nightCardsQuery } from "./cards-query.ts";
import { ReplayOf } from "./replay-of.tsx";
import { useCheers } from "./use-cheers.ts";

interface ShowProps {
  readonly tripId: string;
  readonly night: Night;
  readonly trip: NightPage["trip"];
  readonly isOrganizer: boolean;
}

/** The show of a night that runs or has just ended, on the full screen: the present card, reactions, and for organizers the host's buttons. */
export function Show({ night, ...rest }: ShowProps) {
  const isReady = useServerClock();
  // The clock answers within a moment. Without it a card could stand at a wrong time.
  return isReady && night.show ? (
    <RunningShow {...rest} show={night.show} />
  ) : (
    <div className="fixed inset-0 z-50 bg-page" />
  );
}

function RunningShow({ tripId, trip, isOrganizer, show }: Omit<ShowProps, "night"> & { show: ShowState }) {
  const client = useQueryClient();
  const isLive = useIsLive(tripId, trip.squad?.id);
  useCardFetches(show, isLive, () => client.invalidateQueries({ queryKey: keys.night(tripId) }));
  const turns = useTurns(tripId, show);
  const { floats, counts, float } = useFloats();
  const react = useReact(tripId);
  const showing: Showing = { position: show.position, cardAt: Date.parse(show.cardAt), card: show.card };
  const sound = useSound(showing, serverNow);
  useCheers(trip.isDemo, showing, serverNow, float);
  useLive("reaction", ({ id, emoji }) => {
    if (id === tripId && emoji) float(emoji);
  });
  // A page without live hints shows its own reactions at least.
  const send = (emoji: Reaction) => void (react(emoji) && !isLive && float(emoji));
  const isHost = isOrganizer && !show.isLast;

  return (
    <ShowFrame
      back={paths.trip(tripId)}
      title={`Awards Night · ${trip.name}`}
      onForward={isHost ? turns.next : undefined}
      onBack={isHost ? turns.back : undefined}
      footRows={isOrganizer ? 2 : undefined}
      head={
        <>
          {isHost && <TvCode tripId={tripId} />}
          <IconButton label={sound.isOn ? "Sound off" : "Sound on"} look="plain" onClick={sound.toggle}>
            {sound.isOn ? <Volume2 aria-hidden="true" size={22} /> : <VolumeX aria-hidden="true" size={22} />}
          </IconButton>
        </>
      }
      foot={
        show.isLast ? (
          <Ending trip={trip} isMember isOrganizer={isOrganizer} />
        ) : (
          <>
            <ReactionButtons onReact={send} />
            {isHost && <HostBar tripId={tripId} show={show} turns={turns} />}
          </>
        )
      }
    >
      <CardPlayer showing={showing} trip={trip} now={serverNow} />
      <Floats floats={floats} counts={counts} />
      <NoConnection />
    </ShowFrame>
  );
}

/** Plays the cards of a past night. The viewer turns them by taps, arrow keys and swipes. Members alone get the pictures to share. */
export function Replay({ page: { trip, isMember, isOrganizer } }: { page: NightPage }) {
  const tripId = trip.id;
  const cards = useQuery(nightCardsQuery(tripId));
  if (cards.data && cards.data.length > 0)
    return (
      <ReplayOf
        back={paths.trip(tripId)}
        title={`Awards Night · ${trip.name} · Replay`}
        trip={trip}
        cards={cards.data}
        renderHead={(card) => isMember && <ShareWinner tripId={tripId} card={card} />}
        renderEnding={(replay) => (
          <Ending trip={trip} isMember={isMember} isOrganizer={isOrganizer} onReplay={replay} />
        )}
      />
    );
  if (cards.isPending) return <Loading label="Loading the show..." className="min-h-dvh" />;
  return (
    <LoadFailed
      of={cards}
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>The show did not load</h1>}
      action={<ButtonLink to={paths.trip(tripId)}>Back to the Trip</ButtonLink>}
    />
  );
}
