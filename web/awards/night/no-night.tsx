import type { NightPage } from "#contract/nights.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { useDialog } from "../../core/use-opening.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState } from "../../ui/states.tsx";

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
