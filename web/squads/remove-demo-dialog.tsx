import type { Squad } from "#contract/squads.ts";
import { api } from "../core/api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import type { DialogState } from "../ui/dialog.tsx";
import { useGoodbye } from "./use-goodbye.ts";

/** Removes the example squad for good, after a confirmation. */
export function RemoveDemoDialog({ squad, ...state }: DialogState & { squad: Squad }) {
  const { mutateAsync: sayGoodbye } = useGoodbye(squad.id);
  return (
    <ConfirmDialog
      {...state}
      title="Remove demo?"
      text="The example squad goes, with its trip, its photos and everything you tried in it. It does not come back."
      action="Remove Demo"
      busyLabel="Removing..."
      onConfirm={() =>
        sayGoodbye(async () => {
          await api("DELETE /api/demo");
          return "The demo was removed";
        })
      }
    />
  );
}
