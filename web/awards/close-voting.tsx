import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import type { Category } from "#contract/categories.ts";
import { reasonToStayOpen } from "#contract/closing.ts";
import { api } from "../core/api.ts";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { type BallotCategory, refreshAwards } from "./queries.ts";

const ConfirmDialog = onDemand(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);

/** For organizers: closes an award, so that one missing voter cannot block it, or says why that is too early. */
export function CloseVoting({
  tripId,
  category,
  progress: { votesReceived, totalVotesNeeded },
}: {
  tripId: string;
  category: Category;
  progress: BallotCategory["progress"];
}) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const reason = reasonToStayOpen(votesReceived, totalVotesNeeded);
  if (reason !== null) return <p className="w-full text-center text-sm text-soft">{reason}</p>;
  return (
    <>
      <Menu
        label={`More about ${category.name}`}
        align="end"
        entries={[
          {
            id: "close",
            label: "Close voting",
            icon: <Lock aria-hidden="true" size={18} />,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        look="primary"
        title={`Close the vote on “${category.name}”?`}
        text={`${votesReceived} of ${totalVotesNeeded} votes are in. The result is revealed to everyone now, and nobody can vote on this award any more.`}
        action="Close voting"
        busyLabel="Closing..."
        onConfirm={async () => {
          await api("POST /api/categories/:id/close", { params: { id: category.id }, body: {} });
          void refreshAwards(client, tripId);
        }}
      />
    </>
  );
}
