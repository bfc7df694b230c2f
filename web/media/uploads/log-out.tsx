import { useEffect, useState } from "react";
import { plural } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { deleteEntriesOf, findEntries } from "../../core/outbox/outbox-store.ts";
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

/** How many files and other things of somebody have not arrived. A device that cannot keep them has none. */
async function countUnsent(id: string): Promise<number> {
  const [files, entries] = await Promise.all([
    countPending(id).catch(() => 0),
    findEntries(id).then(
      (all) => all.filter(({ fault }) => fault === null).length,
      () => 0,
    ),
  ]);
  return files + entries;
}

/** Ends somebody's uploads, and deletes from this device what they have not sent. */
const forgetUnsent = (id: string): Promise<unknown> => Promise.all([abandonUploads(id), deleteEntriesOf(id)]);

const words = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
const inWords = (count: number): string => words[count] ?? String(count);

/** Logs out when it opens. It loses what this person has not sent, files among it, so it asks first while there is any. */
export function LogOut({ open, onOpenChange }: DialogState) {
  const { id } = useMe();
  const [pending, setPending] = useState(0);
  useEffect(() => {
    if (!open) return undefined;
    let isWanted = true;
    const logOut = async () => {
      // A device that cannot keep copies has none.
      const count = await countUnsent(id);
      if (!isWanted) return;
      setPending(count);
      if (count > 0) return;
      await forgetUnsent(id).catch(() => undefined);
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
        one: "One thing has not been sent. Log out and lose it?",
        other: `${inWords(pending)} things have not been sent. Log out and lose them?`,
      })}
      action="Log Out"
      busyLabel="Logging out..."
      onConfirm={async () => {
        await forgetUnsent(id).catch(() => {
          throw new Error("The copies on this device cannot be deleted just now. Please try again.");
        });
        await leave();
      }}
    />
  );
}
