import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { toast } from "../../ui/toast.ts";
import { type BallotCategory, ballotQuery } from "../queries.ts";

/** Takes the name of the viewer, who is on the crew, off an award (`true`), or puts it back. Nobody else is told. */
export function useNotForMe(tripId: string, category: BallotCategory["category"]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (declines: boolean) => {
      const ask = { params: { id: category.id } };
      await (declines
        ? api("PUT /api/categories/:id/not-for-me", ask)
        : api("DELETE /api/categories/:id/not-for-me", ask));
      return declines;
    },
    onSuccess: (declines) =>
      toast(
        declines
          ? { title: `Your name is off “${category.name}”`, text: "Nobody is told." }
          : { title: `Your name is back on “${category.name}”` },
      ),
    onError: (error) => tellProblem(error, "That did not work", "Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey: ballotQuery(tripId).queryKey }),
  });
}
