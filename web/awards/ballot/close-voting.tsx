import { Lock } from "lucide-react";
import { useState } from "react";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { BallotCategory } from "../queries.ts";

const CloseDialog = onDemand(async () => (await import("./close-dialog.tsx")).CloseDialog);

/** For organizers: closes an award, so that one missing voter cannot block it, or says why that is too early. */
export function CloseVoting({
  tripId,
  one: { category, progress, reasonToStayOpen },
}: {
  tripId: string;
  one: BallotCategory;
}) {
  const [asking, setAsking] = useState(false);
  if (reasonToStayOpen !== null) return <p className="w-full text-center text-sm text-soft">{reasonToStayOpen}</p>;
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
      <CloseDialog open={asking} onOpenChange={setAsking} tripId={tripId} category={category} progress={progress} />
    </>
  );
}
