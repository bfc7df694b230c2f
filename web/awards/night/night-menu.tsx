import { useQueryClient } from "@tanstack/react-query";
import { CalendarX, Lock, PencilLine } from "lucide-react";
import { useState } from "react";
import type { Night, NightPage } from "#contract/nights.ts";
import { ApiError, api } from "../../core/api.ts";
import { useDialog } from "../../core/use-opening.ts";
import { toast } from "../../ui/toast.ts";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { refreshAwards } from "../queries.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { showNight } from "./queries.ts";

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

interface Question {
  readonly text: string;
  /** The organizer has been told who has not answered. */
  readonly confirm: boolean;
}

/** For organizers: closes the vote before its time. It asks before, with the names of those who have not answered. */
export function CloseNow({
  trip,
  isComplete,
}: {
  trip: Pick<NightPage["trip"], "id">;
  /** Everybody has answered all awards. */
  isComplete: boolean;
}) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };
  const close = async (confirm: boolean) =>
    showNight(client, await api("POST /api/trips/:id/night/close", { params: { id: trip.id }, body: { confirm } }));
  const begin = async () => {
    if (isComplete) return ask({ text: "Everybody has answered every award.", confirm: false });
    setBusy(true);
    try {
      await close(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_needed")
        ask({ text: error.message, confirm: true });
      else tellProblem(error, "The vote is still open", "Please try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        busy={isBusy && "Closing..."}
        icon={<Lock aria-hidden="true" size={16} />}
        onClick={() => void begin()}
        {...ConfirmDialog.hint}
      >
        Close Voting Now
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        look="primary"
        title="Close the vote now?"
        text={`${question?.text ?? ""} After that nobody can vote or change a vote, and the choices are destroyed.`}
        action="Close Voting Now"
        busyLabel="Closing..."
        onConfirm={() => close(question?.confirm ?? false)}
      />
    </>
  );
}
