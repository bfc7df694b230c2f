import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { squadQuery } from "../core/queries.ts";
import { ButtonLink, navigate, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Loading } from "../ui/skeleton.tsx";
import { EmptyState } from "../ui/states.tsx";

/** Says that the trip is not found. If the id is a squad's, redirects to the squad. */
export function TripNotFound({ id }: { id: string }) {
  const squad = useQuery(squadQuery(id));
  usePageTitle(squad.isError ? "Trip not found" : undefined);
  const isSquad = squad.data !== undefined;
  useEffect(() => {
    if (isSquad) navigate(paths.squad(id), { replace: true });
  }, [isSquad, id]);
  if (isSquad || squad.isPending) {
    return <Loading label="Loading trip..." each="h-44" />;
  }
  return (
    <EmptyState
      className="py-16"
      art={<SceneSticker src={scenes.reef} />}
      title={<h1>Trip not found</h1>}
      text="It sailed without a trace, or it is not for your eyes. Whoever sent you here can invite you."
      action={
        <ButtonLink to={paths.home} look="primary">
          Back to My Trips
        </ButtonLink>
      }
    />
  );
}
