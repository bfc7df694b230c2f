import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { refreshAwards } from "../queries.ts";

/** For organizers: starts the show on all screens. If it runs already, this page joins it. */
export function StartShow({ tripId }: { tripId: string }) {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => api("POST /api/trips/:id/night/start", { params: { id: tripId }, body: {} }),
    onSuccess: () => refreshAwards(client, tripId),
    onError: (error) => tellProblem(error, "The show has not started", "Please try again."),
  });
  return (
    <Button
      look="primary"
      icon={<Play aria-hidden="true" size={18} className="fill-current" />}
      busy={start.isPending && "Starting..."}
      onClick={() => start.mutate()}
    >
      Start the Show
    </Button>
  );
}
