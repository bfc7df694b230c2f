import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshMemberships } from "../core/queries.ts";
import { api } from "../core/api.ts";
import { navigate, paths } from "../core/link.tsx";
import { throwConfetti } from "../ui/confetti/throw-confetti.ts";
import { toast } from "../ui/toast.ts";

/**
 * Joins a squad, or the crew of a squadless trip, and opens its page. A new member sees confetti and a toast
 * titled `joined`. `replace` replaces the history entry of the join page. A failure is the mutation's `error`.
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
      // Confetti is optional: without a connection its code does not load.
      return void throwConfetti().catch(() => undefined);
    },
  });
}
