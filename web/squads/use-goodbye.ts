import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshMemberships } from "../core/queries.ts";
import { keys } from "../core/keys.ts";
import { navigate } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { toast } from "../ui/toast.ts";

/** Leaves or deletes a squad by the given call, shows a toast, and drops the page's cached data. */
export function useGoodbye(squadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.goodbye(squadId),
    mutationFn: (part: () => Promise<string>) => part(),
    onSuccess: (title) => {
      client.setQueryData<readonly { id: string }[]>(keys.squads, (squads) =>
        squads?.filter(({ id }) => id !== squadId),
      );
      navigate(paths.squads, { replace: true });
      toast({ title });
      client.removeQueries({ queryKey: keys.squad(squadId) });
      void refreshMemberships(client);
    },
    // Hints that arrived meanwhile were skipped.
    onError: () => void client.invalidateQueries({ queryKey: keys.squad(squadId) }),
  });
}
