import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import type { NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { nightCardsQuery } from "./show/cards-query.ts";
import { ShareCards } from "./show/share-cards.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useDialog } from "../../core/use-opening.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

/** The page of a night that is over: its replay and its results. */
export function AfterShow({ page: { trip, isMember } }: { page: NightPage }) {
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
      {isMember && cards.length > 0 && (
        <section aria-labelledby="share" className="grid justify-items-center gap-4">
          <h2 id="share" className="title text-xl">
            Pictures to share
          </h2>
          <ShareCards tripId={trip.id} cards={cards} />
        </section>
      )}
    </div>
  );
}

const PlanDialog = onDemand(async () => (await import("./plan-dialog.tsx")).PlanDialog);

/** The page of a trip without a night: organizers plan one. Strangers do not learn whether there is one until it is over. */
export function NoNight({ page: { trip, isMember, isOrganizer, openAwards } }: { page: NightPage }) {
  const [isPlanning, setPlanning] = useDialog("plan");
  const art = <SceneSticker src={scenes.nightDrive} />;
  if (!isMember) {
    const text = "Only the crew and the squad of this trip see it before. Afterwards you can watch it here.";
    return <EmptyState art={art} title="Awards Night is for the squad" text={text} />;
  }
  if (!isOrganizer) {
    return <EmptyState art={art} title="No Awards Night yet" text="The organizers of this trip can plan one." />;
  }
  if (openAwards === 0) {
    return (
      <EmptyState
        art={art}
        title="No Awards Night yet"
        text="All results of this trip are out. Add an award for the night first."
        action={
          <ButtonLink to={paths.trip(trip.id, "categories")} look="primary">
            Manage Awards
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <EmptyState
        art={art}
        title="No Awards Night yet"
        text="Pick an evening. All results stay sealed until then, and come out one by one on every screen."
        action={
          <Button look="primary" onClick={() => setPlanning(true)} {...PlanDialog.hint}>
            Plan Awards Night
          </Button>
        }
      />
      <PlanDialog open={isPlanning} onOpenChange={setPlanning} trip={trip} />
    </>
  );
}
