import { useState } from "react";
import { listed } from "#contract/locale.ts";
import type { SquadMember } from "#contract/squads.ts";
import type { SquadOverview } from "../core/queries.ts";
import { api, sentenceOf } from "../core/api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { type DialogState, Dialog } from "../ui/dialog.tsx";
import { useMe } from "../core/viewer.ts";
import { useGoodbye } from "./use-goodbye.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/inputs.tsx";
import { useChangeRole } from "./changes.ts";

/**
 * Leaves a squad. The only admin must first choose another. The last member deletes the squad by leaving, and types
 * its name to confirm.
 */
export function LeaveSquadDialog({ overview, ...state }: DialogState & { overview: SquadOverview }) {
  const { squad, members, trips } = overview;
  const owing = trips.filter(({ costBalance }) => (costBalance ?? 0) < 0);
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
      text={
        <>
          You leave its trips too, and your votes in open awards go. Your photos stay with the crew.
          {owing.length > 0 && (
            <strong className="mt-2 block text-main">
              You still owe money in {listed(owing.map(({ name }) => name))}.
            </strong>
          )}
        </>
      }
      action="Leave Squad"
      busyLabel="Leaving..."
      onConfirm={() => leave()}
    />
  );
}

/** Asks the only admin to choose another admin. */
function HandOverDialog({
  squadId,
  members,
  ...state
}: DialogState & { squadId: string; members: readonly SquadMember[] }) {
  const [chosen, setChosen] = useState("");
  const { mutate, isPending, error } = useChangeRole(squadId);
  return (
    <Dialog
      {...state}
      title="Who takes over?"
      text="You are the only admin. Please make someone else admin before you leave."
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ userId: chosen, role: "admin" });
        }}
      >
        <SelectField label="New admin" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose a member</option>
          {members.map(({ userId, user }) => (
            <option key={userId} value={userId}>
              {fullNameOf(user)}
            </option>
          ))}
        </SelectField>
        <p role="alert" className="font-semibold text-alarm empty:hidden">
          {error && sentenceOf(error)}
        </p>
        <div className="form-foot flex flex-wrap justify-end gap-3">
          <Button onClick={() => state.onOpenChange(false)}>Cancel</Button>
          <Button look="primary" type="submit" disabled={chosen === ""} busy={isPending && "Saving..."}>
            Make Admin
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
