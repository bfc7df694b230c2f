import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#contract/locale.ts";
import type { Squad } from "#contract/squads.ts";
import { api } from "../core/api.ts";
import { useSquads } from "../core/current-squad.ts";
import { Link, paths } from "../core/link.tsx";
import { refreshMemberships } from "../core/queries.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Button } from "../ui/button.tsx";
import { Strip } from "../ui/strip.tsx";

/** Asks an admin, on every page, about people who took a seat and wait. */
export function WaitingSeats() {
  const { squads } = useSquads();
  const squad = squads?.find(({ waiting }) => waiting > 0);
  return squad && <Waiting key={squad.id} squad={squad} />;
}

function Waiting({ squad }: { squad: Squad }) {
  const client = useQueryClient();
  const [isHidden, setHidden] = useState(false);
  const letIn = useMutation({
    mutationFn: () => api("POST /api/squads/:id/seats/let-in", { params: { id: squad.id }, body: {} }),
    onSuccess: () => refreshMemberships(client),
    onError: (error) => tellProblem(error, "Error", "They could not be let in. Please try again."),
  });
  if (isHidden) return null;
  return (
    <Strip label="People who wait">
      <p className="min-w-48 flex-1 text-sm font-semibold wrap-anywhere">
        Thirty people sat down in{" "}
        <Link to={paths.squad(squad.id)} className="underline">
          {squad.name}
        </Link>{" "}
        in an hour.{" "}
        {plural(squad.waiting, { one: `${squad.waiting} more waits.`, other: `${squad.waiting} more wait.` })} Go on?
      </p>
      <Button size="sm" busy={letIn.isPending && "Letting in..."} onClick={() => letIn.mutate()}>
        Let Them In
      </Button>
      <Button size="sm" look="bare" onClick={() => setHidden(true)}>
        Not Now
      </Button>
    </Strip>
  );
}
