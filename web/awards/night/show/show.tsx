import { useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Volume2, VolumeX } from "lucide-react";
import type { Night, NightPage, Reaction, ShowState } from "#contract/nights.ts";
import { keys } from "../../../core/keys.ts";
import { ButtonLink, paths } from "../../../core/link.tsx";
import { useLive } from "../../../core/use-live.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TvCode } from "./tv-code.tsx";
import { serverNow, useServerClock } from "./clock.ts";
import { Floats, ReactionButtons } from "./reactions.tsx";
import { ShareCard } from "./share-cards.tsx";
import { ShowFrame } from "./show-frame.tsx";
import { type Showing, CardPlayer } from "./card-player.tsx";
import { useCardFetches, useIsLive, useNext } from "./use-moves.ts";
import { useFloats, useReact } from "./use-reactions.ts";
import { useSound } from "./sound.ts";

interface ShowProps {
  readonly tripId: string;
  readonly night: Night;
  readonly trip: NightPage["trip"];
  readonly isOrganizer: boolean;
}

/** The show of a night that runs or has just ended, on the full screen: the present card, reactions, and for organizers the next card. */
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
  const { next, isPending } = useNext(tripId, show);
  const { floats, counts, float } = useFloats();
  const react = useReact(tripId);
  const showing: Showing = { position: show.position, cardAt: Date.parse(show.cardAt), card: show.card };
  const sound = useSound(showing, serverNow);
  useLive("reaction", ({ id, emoji }) => {
    if (id === tripId && emoji) float(emoji);
  });
  // A page without live hints shows its own reactions at least.
  const send = (emoji: Reaction) => void (react(emoji) && !isLive && float(emoji));
  const isHost = isOrganizer && !show.isLast;

  return (
    <ShowFrame
      tripId={tripId}
      title={`Awards Night · ${trip.name}`}
      onForward={isHost ? next : undefined}
      footRows={isHost ? 2 : undefined}
      head={
        <>
          {isHost && <TvCode tripId={tripId} />}
          <IconButton label={sound.isOn ? "Sound off" : "Sound on"} look="plain" onClick={sound.toggle}>
            {sound.isOn ? <Volume2 aria-hidden="true" size={22} /> : <VolumeX aria-hidden="true" size={22} />}
          </IconButton>
        </>
      }
      foot={
        !show.isLast && (
          <>
            <ReactionButtons onReact={send} />
            {isHost && (
              <Button look="primary" busy={isPending && "Next"} onClick={next}>
                Next <ChevronRight aria-hidden="true" size={20} />
              </Button>
            )}
          </>
        )
      }
    >
      <CardPlayer
        showing={showing}
        trip={trip}
        now={serverNow}
        ending={
          <>
            <ShareCard tripId={tripId} picture="medals" name="Medal Table" />
            <ButtonLink to={paths.leaderboard(tripId)}>See the Leaderboards</ButtonLink>
            <ButtonLink to={paths.trip(tripId)}>Close</ButtonLink>
          </>
        }
      />
      <Floats floats={floats} counts={counts} />
    </ShowFrame>
  );
}
