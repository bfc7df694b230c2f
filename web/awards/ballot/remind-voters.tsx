import { BellRing } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

const RemindDialog = onDemand(async () => (await import("./remind-dialog.tsx")).RemindDialog);

/** For organizers: the button that reminds the missing voters. */
export function RemindVoters({ tripId }: { tripId: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        icon={<BellRing aria-hidden="true" size={16} />}
        onClick={() => setAsking(true)}
        {...RemindDialog.hint}
      >
        Send Reminder
      </Button>
      <RemindDialog open={asking} onOpenChange={setAsking} tripId={tripId} />
    </>
  );
}
