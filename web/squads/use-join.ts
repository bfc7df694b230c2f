import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshMemberships } from "../core/queries.ts";
import { api } from "../core/api.ts";
import { navigate } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { throwConfetti } from "../ui/confetti.ts";
import { toast } from "../ui/toast.ts";

/**
 * Joins a squad and goes to its page; whoever is new there gets a toast titled `joined` and a shower of paper.
 * `replace` leaves no step back to the page one joined from. What the server refuses is the mutation's `error`.
 */
export function useJoin(
  id: string,
  { invite, joined, replace = false }: { invite?: string; joined: string; replace?: boolean },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("POST /api/trips/:id/join", { params: { id }, body: { invite } }),
    onSuccess: ({ alreadyMember, squadId, tripId = id }) => {
      void refreshMemberships(client);
      navigate(squadId ? paths.squad(squadId) : paths.trip(tripId), { replace });
      if (alreadyMember) return toast({ title: "Welcome Back!", text: "You're already a member of this squad" });
      toast({ title: joined, text: "Welcome to the crew! Let's catch some waves together" });
      // The paper is a treat: without reception for its code there is none.
      return void throwConfetti().catch(() => undefined);
    },
  });
}
