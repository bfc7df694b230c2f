import { useState } from "react";
import { api, sentenceOf } from "../../core/api.ts";
import { leaveFor } from "../../core/leave.ts";
import { paths } from "../../core/link.tsx";
import { Button } from "../../ui/button.tsx";
import { keepTicket } from "./ticket.ts";

/** Takes the place of the ways to keep a seat where its person has an account, into which the seat goes. `onBack` shows these ways again. */
export function MergeStep({ text, onBack }: { text: string; onBack?: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const logIn = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { ticket } = await api("POST /api/seat/ticket", { body: {} });
      if (keepTicket(ticket)) await leaveFor(paths.mergeSeat);
      setProblem("This browser stores nothing, so it would forget your seat. Open your personal link in another one.");
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p role="alert" className="font-semibold">
        {problem ?? text}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={isBusy && "Opening the login..."} onClick={() => void logIn()}>
          Log In There
        </Button>
        {onBack && <Button onClick={onBack}>Choose Another Way</Button>}
      </div>
    </div>
  );
}
