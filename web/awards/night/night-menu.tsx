import { useQueryClient } from "@tanstack/react-query";
import { CalendarX, PencilLine } from "lucide-react";
import { useState } from "react";
import type { Night, NightPage } from "#contract/nights.ts";
import { api } from "../../core/api.ts";
import { useDialog } from "../../core/use-opening.ts";
import { toast } from "../../ui/toast.ts";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { refreshAwards } from "../queries.ts";

const PlanDialog = onDemand(async () => (await import("./plan-dialog.tsx")).PlanDialog);
const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog);

/** For organizers, until the vote closes: changes the plan of the night, or calls it off. */
export function NightMenu({ trip, night }: { trip: NightPage["trip"]; night: Night }) {
  const client = useQueryClient();
  const [isPlanning, setPlanning] = useDialog("plan");
  const [isOff, setOff] = useState(false);
  return (
    <>
      <Menu
        label="More about this night"
        align="end"
        entries={[
          {
            id: "plan",
            label: "Change the Plan",
            icon: <PencilLine aria-hidden="true" size={18} />,
            onSelect: () => setPlanning(true),
          },
          {
            id: "off",
            label: "Call It Off",
            icon: <CalendarX aria-hidden="true" size={18} />,
            separated: true,
            onSelect: () => setOff(true),
          },
        ]}
      />
      <PlanDialog open={isPlanning} onOpenChange={setPlanning} trip={trip} night={night} />
      <ConfirmDialog
        open={isOff}
        onOpenChange={setOff}
        title="Call Awards Night off?"
        text="Votes stay, and proof goes. Awards that everybody has voted on show their results at once, and skipped awards can be voted on again."
        action="Call It Off"
        busyLabel="Calling it off..."
        onConfirm={async () => {
          await api("DELETE /api/trips/:id/night", { params: { id: trip.id } });
          toast({ title: "Awards Night is called off" });
          void refreshAwards(client, trip.id);
        }}
      />
    </>
  );
}
