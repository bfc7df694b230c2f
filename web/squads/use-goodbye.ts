import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshMemberships } from "../core/queries.ts";
import { keys } from "../core/keys.ts";
import { navigate, paths } from "../core/link.tsx";
import { toast } from "../ui/toast.ts";

/**
 * Runs the call that leaves or deletes a squad. Then it opens the viewer's squads, shows the sentence that the
 * call returns as a toast, and drops the squad's cached data.
 */
export function useGoodbye(squadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.goodbye(squadId),
    mutationFn: (send: () => Promise<string>) => send(),
    onSuccess: (title) => {
      client.setQueryData<readonly { id: string }[]>(keys.squads, (squads) =>
        squads?.filter(({ id }) => id !== squadId),
      );
      navigate(paths.squads, { replace: true });
      toast({ title });
      client.removeQueries({ queryKey: keys.squad(squadId) });
      void refreshMemberships(client);
    },
    // Hints about this squad are skipped while the call runs, so its data may be stale.
    onError: () => void client.invalidateQueries({ queryKey: keys.squad(squadId) }),
  });
}
