import { Lock, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useMe } from "../../core/viewer.ts";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { BallotCategory } from "../queries.ts";
import { useNotForMe } from "./use-not-for-me.ts";

const CloseDialog = onDemand(async () => (await import("./close-dialog.tsx")).CloseDialog);

/** What else a person can do with an open award: take their own name off it or put it back, and close its vote for everybody. */
export function CardMenu({
  tripId,
  one: { category, progress, declined },
  mayDecline,
  mayClose,
}: {
  tripId: string;
  one: BallotCategory;
  /** The viewer is on the crew, and the award takes votes. */
  mayDecline: boolean;
  /** The viewer is an organizer, and enough have voted. */
  mayClose: boolean;
}) {
  const isDeclined = declined.includes(useMe().id);
  const setDeclined = useNotForMe(tripId, category);
  const [asking, setAsking] = useState(false);
  const entries: readonly MenuEntry[] = [
    ...(mayDecline
      ? [
          {
            id: "not-for-me",
            label: isDeclined ? "Put My Name Back" : "Take My Name Off",
            icon: isDeclined ? <UserPlus aria-hidden="true" size={18} /> : <UserMinus aria-hidden="true" size={18} />,
            onSelect: () => setDeclined.mutate(!isDeclined),
            disabled: setDeclined.isPending,
          },
        ]
      : []),
    ...(mayClose
      ? [
          {
            id: "close",
            label: "Close voting",
            icon: <Lock aria-hidden="true" size={18} />,
            onSelect: () => setAsking(true),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu label={`More about ${category.name}`} align="end" entries={entries} />
      <CloseDialog open={asking} onOpenChange={setAsking} tripId={tripId} category={category} progress={progress} />
    </>
  );
}
