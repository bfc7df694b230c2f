import { useState } from "react";
import type { SquadMember } from "#contract/squads.ts";
import { sentenceOf } from "../core/api.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { SelectField } from "../ui/inputs.tsx";
import { useChangeRole } from "./changes.ts";

/** Asks the only admin to choose another admin. */
export function HandOverDialog({
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
