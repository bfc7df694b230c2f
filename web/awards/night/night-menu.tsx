import { useQueryClient } from "@tanstack/react-query";
import { CalendarX, PencilLine } from "lucide-react";
import { useState } from "react";
import type { Night, NightPage } from "#contract/nights.ts";
import { api } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { refreshAwards } from "../queries.ts";

const PlanDialog = onDemand(async () => (await import("./plan-dialog.tsx")).PlanDialog);
const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog);

/** For organizers, until the vote closes: changes the plan of the night, or calls it off. */
export function NightMenu({ trip, night }: { trip: NightPage["trip"]; night: Night }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<"plan" | "off">();
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
            onSelect: () => setOpen("plan"),
          },
          {
            id: "off",
            label: "Call It Off",
            icon: <CalendarX aria-hidden="true" size={18} />,
            separated: true,
            onSelect: () => setOpen("off"),
          },
        ]}
      />
      <PlanDialog open={open === "plan"} onOpenChange={() => setOpen(undefined)} trip={trip} night={night} />
      <ConfirmDialog
        open={open === "off"}
        onOpenChange={() => setOpen(undefined)}
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
