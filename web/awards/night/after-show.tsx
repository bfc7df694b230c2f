import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import type { NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { nightCardsQuery } from "./show/cards-query.ts";
import { ShareCards } from "./show/share-cards.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** The page of a night that is over: its replay and its results. */
export function AfterShow({ page: { trip } }: { page: NightPage }) {
  const { data: cards = [] } = useQuery(nightCardsQuery(trip.id));
  return (
    <div className="grid gap-8">
      <EmptyState
        art={<SceneSticker src={scenes.dawn} />}
        title="Awards Night is over"
        text="Missed it? Watch it again, card by card, as fast as you like."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink
              to={paths.night(trip.id, "replay")}
              look="primary"
              icon={<Play aria-hidden="true" size={18} className="fill-current" />}
            >
              Replay
            </ButtonLink>
            <ButtonLink to={paths.leaderboard(trip.id)}>Leaderboards</ButtonLink>
            <ButtonLink to={paths.awards}>All Awards</ButtonLink>
          </div>
        }
      />
      {cards.length > 0 && (
        <section aria-labelledby="share" className="grid justify-items-center gap-3">
          <h2 id="share" className="title text-xl">
            Pictures to share
          </h2>
          <ShareCards tripId={trip.id} cards={cards} />
        </section>
      )}
    </div>
  );
}
