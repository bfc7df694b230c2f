import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SquadCard } from "#contract/squads.ts";
import { plural } from "#contract/locale.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { ButtonLink, paths } from "../core/link.tsx";
import { squadsQuery } from "../core/queries.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { dealScenes } from "../scenes/deal-scenes.ts";
import { scenes } from "../scenes/scenes.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Button } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useViewer } from "../core/viewer.ts";
import { publicSquadsQuery } from "./queries.ts";
import { SquadTile } from "./squad-tile.tsx";
import { TileSkeletons } from "./tile-skeletons.tsx";
import { useJoin } from "./use-join.ts";

/** The public squads that match `q`, with buttons to join. */
export function FoundSquads({ q }: { q: string }) {
  const viewer = useViewer();
  const { data: mine = [] } = useQuery({ ...squadsQuery, enabled: viewer !== null });
  const found = useInfiniteQuery(publicSquadsQuery(q));
  const { data, error } = found;
  if (!data && error) return <LoadFailed of={found} title="The search did not come through" />;
  if (!data) return <TileSkeletons label="Searching..." />;

  const squads = data.pages.flatMap((page) => page.rows);
  if (squads.length === 0)
    return (
      <EmptyState
        art={<SceneSticker src={scenes.reef} />}
        title={`No squads found for “${q}”`}
        text="Private squads do not show here. Ask a friend for their invite link."
      />
    );
  const dealt = dealScenes(squads);
  return (
    <section aria-label="Results" className="grid gap-6">
      <output className="font-semibold text-soft">
        {found.hasNextPage
          ? plural(squads.length, {
              one: `${squads.length} squad and more found`,
              other: `${squads.length} squads and more found`,
            })
          : plural(squads.length, { one: `${squads.length} squad found`, other: `${squads.length} squads found` })}
      </output>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {squads.map((squad, index) => (
          <li key={squad.id}>
            <SquadTile
              squad={squad}
              scene={dealt[index]!}
              actions={
                mine.some(({ id }) => id === squad.id) ? (
                  <ButtonLink to={paths.squad(squad.id)}>Open Squad</ButtonLink>
                ) : viewer?.isSeat ? (
                  <KeepToJoin name={squad.name} />
                ) : viewer ? (
                  <JoinButton squad={squad} />
                ) : (
                  <ButtonLink to={paths.register(paths.joinSquad(squad.id))} aria-label={`Join ${squad.name}`}>
                    Join
                  </ButtonLink>
                )
              }
            />
          </li>
        ))}
      </ul>
      {found.hasNextPage && <ShowMore list={found} what="squads" />}
    </section>
  );
}

const KeepSeatDialog = onDemand(async () => (await import("../accounts/seat/keep-seat-dialog.tsx")).KeepSeatDialog);

/** A seat is a place in one squad. */
function KeepToJoin({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={`Keep my seat to join ${name}`} onClick={() => setOpen(true)} {...KeepSeatDialog.hint}>
        Keep My Seat
      </Button>
      <KeepSeatDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

function JoinButton({ squad }: { squad: SquadCard }) {
  const join = useJoin(squad.id, { joined: "Joined Squad!" });
  const tell = (error: unknown) => tellProblem(error, "Error Joining Squad", "Failed to join squad. Please try again.");
  return (
    <Button
      aria-label={`Join ${squad.name}`}
      busy={join.isPending && "Joining..."}
      onClick={() => join.mutate(undefined, { onError: tell })}
    >
      Join
    </Button>
  );
}
