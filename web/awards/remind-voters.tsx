import { BellRing } from "lucide-react";
import { useState } from "react";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api } from "../core/api.ts";
import { Button } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { toast } from "../ui/toast.ts";

const ConfirmDialog = onDemand(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);

type Reminded = Answer<Calls["POST /api/trips/:id/vote-reminders"]>;

/** For organizers: mails a reminder to the missing voters, at most once a day each. */
export function RemindVoters({ tripId }: { tripId: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        icon={<BellRing aria-hidden="true" size={16} />}
        onClick={() => setAsking(true)}
        {...ConfirmDialog.hint}
      >
        Send Reminder
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        look="primary"
        title="Remind the missing voters?"
        text="Everyone on the crew who has an award left to vote on gets an email, at most one a day."
        action="Send Reminder"
        busyLabel="Sending..."
        onConfirm={async () =>
          tell(await api("POST /api/trips/:id/vote-reminders", { params: { id: tripId }, body: {} }))
        }
      />
    </>
  );
}

function tell({ reminded, alreadyReminded, unwanted }: Reminded): void {
  const before = `${people(alreadyReminded)} had one within a day.`;
  const others = [
    ...(alreadyReminded > 0 ? [before] : []),
    ...(unwanted > 0 ? [`${people(unwanted)} ${unwanted === 1 ? "wants" : "want"} no mails.`] : []),
  ];
  if (reminded > 0)
    return toast({
      title: reminded === 1 ? "Reminder Sent!" : "Reminders Sent!",
      text: [`${people(reminded)} will get an email.`, ...others].join(" "),
    });
  if (alreadyReminded > 0)
    return toast({ title: "Already Reminded", text: [...others, "Give them some time."].join(" ") });
  const nobody = "Nobody with a vote left can be reached by email.";
  return toast({ title: "Nobody to Remind", text: [...others, ...(unwanted > 0 ? [] : [nobody])].join(" ") });
}

const people = (count: number) => (count === 1 ? "One person" : `${count} people`);
