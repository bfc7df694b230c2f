import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Squad } from "#contract/squads.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { dealScenes } from "../scenes/deal-scenes.ts";
import { scenes } from "../scenes/scenes.ts";
import { squadsQuery } from "../core/queries.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { EmptyState } from "../ui/states.tsx";
import { TileSkeletons } from "./tile-skeletons.tsx";

/** The viewer's squads, each rendered by `tile`. Without a squad it offers `action`. */
export function MySquads({ tile, action }: { tile: (squad: Squad, scene: string) => ReactNode; action?: ReactNode }) {
  const query = useQuery(squadsQuery);
  const { data: squads, error } = query;
  if (!squads && error) return <LoadFailed of={query} title="Your squads did not come through" />;
  if (!squads) return <TileSkeletons label="Loading your squads..." />;
  if (squads.length === 0)
    return (
      <EmptyState
        art={<SceneSticker src={scenes.boards} />}
        title="No squad yet"
        text="Start one for your crew, or find the one your friends are in."
        action={action}
      />
    );
  const dealt = dealScenes(squads);
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {squads.map((squad, index) => (
        <li key={squad.id}>{tile(squad, dealt[index]!)}</li>
      ))}
    </ul>
  );
}
