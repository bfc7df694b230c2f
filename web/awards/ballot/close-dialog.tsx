import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogState } from "../../ui/dialog.tsx";
import { type BallotCategory, refreshAwards } from "../queries.ts";

/** Closes an award after a confirmation. */
export function CloseDialog({
  tripId,
  category,
  progress: { votesReceived, totalVotesNeeded },
  ...state
}: DialogState & Pick<BallotCategory, "category" | "progress"> & { tripId: string }) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      {...state}
      look="primary"
      title={`Close the vote on “${category.name}”?`}
      text={`${votesReceived} of ${totalVotesNeeded} votes are in. The result is revealed to everyone now, and nobody can vote on this award any more. The crew sees that you closed it.`}
      action="Close voting"
      busyLabel="Closing..."
      onConfirm={async () => {
        await api("POST /api/categories/:id/close", { params: { id: category.id }, body: {} });
        void refreshAwards(client, tripId);
      }}
    />
  );
}
