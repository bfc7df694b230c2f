import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import type { NightPage } from "#contract/nights.ts";
import { ApiError, api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { showNight } from "./queries.ts";

const ConfirmDialog = onDemand(async () => (await import("../../ui/confirm-dialog.tsx")).ConfirmDialog);

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
