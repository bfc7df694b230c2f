import type { Squad } from "#contract/squads.ts";
import { api } from "../core/api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import type { DialogState } from "../ui/dialog.tsx";
import { useGoodbye } from "./use-goodbye.ts";

/** Deletes a squad for everybody, after the admin types its name. */
export function DeleteSquadDialog({ squad, ...state }: DialogState & { squad: Squad }) {
  const { mutateAsync: sayGoodbye } = useGoodbye(squad.id);
  return (
    <ConfirmDialog
      {...state}
      title={`Delete ${squad.name}?`}
      text="Its trips, photos, votes and awards go with it, for everyone. This cannot be undone."
      action="Delete Squad"
      busyLabel="Deleting..."
      mustType={squad.name}
      onConfirm={(confirm) =>
        sayGoodbye(async () => {
          await api("DELETE /api/squads/:id", { params: { id: squad.id }, body: { confirm } });
          return `${squad.name} was deleted`;
        })
      }
    />
  );
}
