import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { NightCard } from "#contract/nights.ts";
import type { TvPage } from "#contract/tv.ts";
import type { Path } from "../../../core/link.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CardPlayer, type Showing } from "./card-player.tsx";
import { Floats } from "./reactions.tsx";
import { ShowFrame } from "./show-frame.tsx";
import { useCheers } from "./use-cheers.ts";
import { useFloats } from "./use-reactions.ts";

interface ReplayOfProps {
  readonly trip: TvPage["trip"];
  /** The cards of the show, at least one. */
  readonly cards: readonly NightCard[];
  readonly title: string;
  /** Where Escape and the cross lead. */
  readonly back: Path;
  /** Stands beside the cross. */
  readonly renderHead?: (card: NightCard) => ReactNode;
  /** The buttons below the last card. `replay` begins again. */
  readonly renderEnding: (replay: () => void) => ReactNode;
  /** Whether invented people react to the cards. */
  readonly hasCheers?: boolean;
}

const localNow = () => Date.now();

/** Plays the cards of a show on the full screen. The viewer turns them by taps, arrow keys and swipes. */
export function ReplayOf({ trip, cards, title, back, renderHead, renderEnding, hasCheers = false }: ReplayOfProps) {
  const [{ position, cardAt }, setPlace] = useState(() => ({ position: 0, cardAt: Date.now() }));
  const { floats, counts, float } = useFloats();
  const showing: Showing = { position, cardAt, card: cards[position]! };
  useCheers(hasCheers, showing, localNow, float);
  const isLast = position >= cards.length - 1;
  const go = (step: 1 | -1) =>
    setPlace((place) => {
      const to = Math.min(Math.max(place.position + step, 0), cards.length - 1);
      return to === place.position ? place : { position: to, cardAt: Date.now() };
    });
  const replay = () => setPlace(() => ({ position: 0, cardAt: Date.now() }));
  return (
    <ShowFrame
      back={back}
      title={title}
      onForward={() => go(1)}
      onBack={() => go(-1)}
      footRows={isLast ? 2 : undefined}
      head={renderHead?.(showing.card)}
      foot={
        <>
          <IconButton label="Previous card" look="plain" disabled={position === 0} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" size={22} />
          </IconButton>
          {isLast ? (
            renderEnding(replay)
          ) : (
            <>
              <p className="edge steady rounded-full bg-card px-4 py-2 font-bold">
                {position + 1} of {cards.length}
              </p>
              <Button look="primary" onClick={() => go(1)}>
                Next <ChevronRight aria-hidden="true" size={20} />
              </Button>
            </>
          )}
        </>
      }
    >
      <CardPlayer showing={showing} trip={trip} now={localNow} />
      {hasCheers && <Floats floats={floats} counts={counts} />}
    </ShowFrame>
  );
}
