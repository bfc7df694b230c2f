import { useMe } from "../../core/viewer.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogState } from "../../ui/dialog.tsx";
import { abandonUploads } from "./upload-queue.ts";

/** Asks whether to log out and give up the uploads that have not arrived. */
export function LogOutDialog({ pending, onLogOut, ...state }: DialogState & { pending: number; onLogOut: () => void }) {
  const { id } = useMe();
  return (
    <ConfirmDialog
      {...state}
      title="Log out now?"
      text={`${pending === 1 ? "1 file is" : `${pending} files are`} still on the way. Logging out gives up what is not in yet and takes it off this device.`}
      action="Log Out"
      busyLabel="Logging out..."
      onConfirm={async () => {
        await abandonUploads(id).catch(() => {
          throw new Error("The copies on this device cannot be deleted just now. Please try again.");
        });
        onLogOut();
      }}
    />
  );
}
