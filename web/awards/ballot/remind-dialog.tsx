import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { plural } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogState } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";

type Reminded = Answer<Calls["POST /api/trips/:id/vote-reminders"]>;

/** Mails a reminder to the missing voters, at most once a day each, after a confirmation. */
export const RemindDialog = ({ tripId, ...state }: DialogState & { tripId: string }) => (
  <ConfirmDialog
    {...state}
    look="primary"
    title="Remind the missing voters?"
    text="Everyone on the crew who has an award left to vote on gets an email, at most one a day."
    action="Send Reminder"
    busyLabel="Sending..."
    onConfirm={async () => tell(await api("POST /api/trips/:id/vote-reminders", { params: { id: tripId }, body: {} }))}
  />
);

function tell({ reminded, alreadyReminded, unwanted }: Reminded): void {
  const before = plural(alreadyReminded, {
    one: "One person had one within a day.",
    other: `${alreadyReminded} people had one within a day.`,
  });
  const without = plural(unwanted, { one: "One person wants no mails.", other: `${unwanted} people want no mails.` });
  const sent = plural(reminded, {
    one: "One person will get an email.",
    other: `${reminded} people will get an email.`,
  });
  const others = [...(alreadyReminded > 0 ? [before] : []), ...(unwanted > 0 ? [without] : [])];
  if (reminded > 0)
    return toast({
      title: plural(reminded, { one: "Reminder Sent!", other: "Reminders Sent!" }),
      text: [sent, ...others].join(" "),
    });
  if (alreadyReminded > 0)
    return toast({ title: "Already Reminded", text: [...others, "Give them some time."].join(" ") });
  const nobody = "Nobody with a vote left can be reached by email.";
  return toast({ title: "Nobody to Remind", text: [...others, ...(unwanted > 0 ? [] : [nobody])].join(" ") });
}
