import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { type BallotCategory, ballotQuery } from "../queries.ts";

/** The button by which a crew member takes their own name off an award, or puts it back. Nobody else is told. */
export function NotForMe({
  tripId,
  category,
  isDeclined,
}: Pick<BallotCategory, "category"> & { tripId: string; isDeclined: boolean }) {
  const client = useQueryClient();
  const setting = useMutation({
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
  return (
    <Button
      size="sm"
      look="bare"
      busy={setting.isPending && "One moment..."}
      aria-label={isDeclined ? `Put my name back on ${category.name}` : `Not for me: take my name off ${category.name}`}
      onClick={() => setting.mutate(!isDeclined)}
    >
      {isDeclined ? "Put My Name Back" : "Not for Me"}
    </Button>
  );
}
