import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshMemberships } from "../core/queries.ts";
import { keys } from "../core/keys.ts";
import { navigate } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { toast } from "../ui/toast.ts";

const goodbye = (squadId: string) => ["goodbye", squadId];

/** Whether one is just leaving or deleting a squad: until that is decided its page is not asked for again. */
export const useIsLeaving = (squadId: string): boolean => useIsMutating({ mutationKey: goodbye(squadId) }) > 0;

/** Parts with a squad by the call it is given, says the sentence that answers, and forgets what its page showed. */
export function useGoodbye(squadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: goodbye(squadId),
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
  });
}
