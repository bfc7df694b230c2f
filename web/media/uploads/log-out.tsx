import { useEffect, useState } from "react";
import { plural } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { leaveFor } from "../../core/leave.ts";
import { paths } from "../../core/link.tsx";
import { leaveDevice } from "../../core/device/leave-device.ts";
import { useMe } from "../../core/viewer.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogState } from "../../ui/dialog.tsx";
import { forgetTyped } from "../../ui/typed.ts";
import { abandonUploads, countPending } from "./upload-queue.ts";

/**
 * Ends the session by a call: the address `/api/logout` needs headers that browsers send only over https and on localhost. Where the call
 * does not arrive, the next request ends it.
 */
async function leave() {
  await leaveDevice();
  await api("POST /api/logout", { body: {} }).catch(() => undefined);
  forgetTyped();
  return leaveFor(paths.home);
}

/**
 * Logs out when it opens. Logging out ends this person's uploads and deletes their copies from this device, so it asks first while some have
 * not arrived.
 */
export function LogOut({ open, onOpenChange }: DialogState) {
  const { id } = useMe();
  const [pending, setPending] = useState(0);
  useEffect(() => {
    if (!open) return undefined;
    let isWanted = true;
    const logOut = async () => {
      // A device that cannot keep copies has none.
      const count = await countPending(id).catch(() => 0);
      if (!isWanted) return;
      setPending(count);
      if (count > 0) return;
      await abandonUploads(id).catch(() => undefined);
      await leave();
      onOpenChange(false);
    };
    void logOut();
    return () => {
      isWanted = false;
    };
  }, [open, id, onOpenChange]);
  return (
    <ConfirmDialog
      open={open && pending > 0}
      onOpenChange={onOpenChange}
      title="Log out now?"
      text={plural(pending, {
        one: "1 file is still on the way. Logging out gives up what is not in yet and takes it off this device.",
        other: `${pending} files are still on the way. Logging out gives up what is not in yet and takes it off this device.`,
      })}
      action="Log Out"
      busyLabel="Logging out..."
      onConfirm={async () => {
        await abandonUploads(id).catch(() => {
          throw new Error("The copies on this device cannot be deleted just now. Please try again.");
        });
        await leave();
      }}
    />
  );
}
