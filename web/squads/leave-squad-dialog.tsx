import type { SquadOverview } from "../core/queries.ts";
import { api } from "../core/api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import type { DialogState } from "../ui/dialog.tsx";
import { useMe } from "../core/viewer.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { useGoodbye } from "./use-goodbye.ts";

/**
 * Leaves a squad. The only admin must first choose another. The last member deletes the squad by leaving, and types
 * its name to confirm.
 */
export function LeaveSquadDialog({ overview, ...state }: DialogState & { overview: SquadOverview }) {
  const { squad, members } = overview;
  const me = useMe();
  const { mutateAsync: sayGoodbye } = useGoodbye(squad.id);
  const others = members.filter(({ userId }) => userId !== me.id);
  const isLast = squad.memberCount === 1;
  const leave = (confirm?: string) =>
    sayGoodbye(async () => {
      const { deleted } = await api("POST /api/squads/:id/leave", { params: { id: squad.id }, body: { confirm } });
      return deleted ? `${squad.name} was deleted` : `You left ${squad.name}`;
    });

  if (!isLast && squad.role === "admin" && others.every(({ role }) => role !== "admin"))
    return <HandOverDialog {...state} squadId={squad.id} members={others} />;
  return isLast ? (
    <ConfirmDialog
      {...state}
      title={`Leave and delete ${squad.name}?`}
      text="You are the last member. When you leave, the squad and all it holds are deleted: trips, photos, votes and awards."
      action="Leave and Delete"
      busyLabel="Leaving..."
      mustType={squad.name}
      onConfirm={leave}
    />
  ) : (
    <ConfirmDialog
      {...state}
      title={`Leave ${squad.name}?`}
      text="You leave its trips too, and your votes in open awards go. Your photos stay with the crew."
      action="Leave Squad"
      busyLabel="Leaving..."
      onConfirm={() => leave()}
    />
  );
}
