import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { squadQuery } from "../../core/queries.ts";
import { api } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";

/** Lets an admin replace the invite link. */
export function ResetLink({ squadId }: { squadId: string }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => api("POST /api/squads/:id/invite-link/reset", { params: { id: squadId }, body: {} }),
    onSuccess: ({ inviteUrl }) => {
      client.setQueryData(
        squadQuery(squadId).queryKey,
        (screen) => screen && { ...screen, squad: { ...screen.squad, inviteUrl } },
      );
      toast({ title: "New link ready", text: "The old link and code let nobody in any more." });
    },
  });
  return (
    <div className="border-t border-line pt-4">
      <Button look="quiet" size="sm" icon={<RotateCcw aria-hidden="true" size={18} />} onClick={() => setAsking(true)}>
        Reset Link
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the invite link?"
        text="The link and the QR code you gave out so far stop working, and so do invitations sent by email. Members stay members."
        action="Reset Link"
        busyLabel="Resetting..."
        onConfirm={() => mutateAsync()}
      />
    </div>
  );
}
