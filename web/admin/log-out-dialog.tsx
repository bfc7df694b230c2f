import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import type { DialogState } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { isProofAsked, proven } from "./proof.ts";
import { refreshAdmin } from "./queries.ts";

/** Asks before a person is logged out everywhere. While a proof is needed, it makes way for the form, and then goes on. */
export function LogOutDialog({
  name,
  onConfirm,
  open,
  onOpenChange,
}: DialogState & { name: string; onConfirm: () => Promise<unknown> }) {
  const client = useQueryClient();
  const asksProof = useSyncExternalStore(isProofAsked.subscribe, isProofAsked.current);
  return (
    <ConfirmDialog
      open={open && !asksProof}
      onOpenChange={onOpenChange}
      title={`Log ${name} out everywhere?`}
      text="Every browser and every mailed link of theirs ends. They log in again as before, and see that a site admin did this."
      action="Log Out Everywhere"
      busyLabel="Logging out..."
      onConfirm={async () => {
        await proven(onConfirm);
        toast({ title: "Logged out", text: `${name} is logged out everywhere.` });
        await refreshAdmin(client);
      }}
    />
  );
}
