import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NightPage } from "#contract/nights.ts";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { CheckboxField } from "../../ui/inputs.tsx";

/** For crew, until the vote is closed: leaves the viewer out of bonus awards, or lets them win some again. */
export function LeaveBonus({ tripId, isOut }: { tripId: string; isOut: boolean }) {
  const client = useQueryClient();
  const queryKey = keys.night(tripId);
  const leave = useMutation({
    scope: { id: `bonus ${tripId}` },
    mutationFn: (out: boolean) =>
      api(out ? "PUT /api/trips/:id/night/bonus/me" : "DELETE /api/trips/:id/night/bonus/me", {
        params: { id: tripId },
      }),
    onSuccess: (_, out) => client.setQueryData<NightPage>(queryKey, (page) => page && { ...page, isOutOfBonus: out }),
    onError: (error) => tellProblem(error, "That was not saved", "Please try again"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <CheckboxField
      label="Leave me out of bonus awards"
      hint="Nobody is told."
      checked={leave.isPending ? leave.variables : isOut}
      onChange={({ target }) => leave.mutate(target.checked)}
    />
  );
}
