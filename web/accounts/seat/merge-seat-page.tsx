import { useEffect, useRef, useState } from "react";
import { api, sentenceOf } from "../../core/api.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { leaveFor } from "../../core/leave.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { near } from "../../ui/near.tsx";
import { forgetTicket, keptTicket } from "./ticket.ts";

const LoginWays = near(async () => (await import("../sign-in/auth-page.tsx")).LoginWays);

/** Takes the seat of this browser into the account that has just logged in, and says what happened. */
export function MergeSeatPage() {
  usePageTitle("Your Seat");
  const { isSeat, firstName } = useMe();
  const [ticket] = useState(keptTicket);
  const [state, setState] = useState<"busy" | "done" | { readonly problem: string }>("busy");
  const hasBegun = useRef(false);
  const isReady = !isSeat && ticket !== null;
  const merge = () => {
    setState("busy");
    void api("POST /api/account/seat", { body: { ticket: ticket ?? "" } })
      .then(forgetTicket)
      .then(() => setState("done"))
      .catch((error: unknown) => setState({ problem: sentenceOf(error) }));
  };
  useEffect(() => {
    if (hasBegun.current || !isReady) return;
    hasBegun.current = true;
    merge();
  });
  if (isSeat)
    return (
      <AuthFrame title="Your seat" text="It goes into the account that you log in to.">
        <LoginWays back={paths.mergeSeat} />
        <TextLink to={paths.dashboard}>Leave it as it is</TextLink>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Your seat" text={`You are logged in as ${firstName}.`}>
      <p aria-live="polite">
        {!isReady &&
          "There is no seat to take along. Open your squad in the browser with your seat, and press Keep My Seat."}
        {isReady && state === "busy" && "Taking your seat into your account..."}
        {isReady &&
          state === "done" &&
          "Your seat is part of your account now: its photos, places, votes and medals are yours. You can undo this for seven days on your account page."}
      </p>
      {isReady && typeof state === "object" && (
        <>
          <p role="alert" className="font-semibold text-alarm">
            {state.problem}
          </p>
          <Button look="primary" onClick={merge}>
            Try Again
          </Button>
        </>
      )}
      {(state === "done" || !isReady) && (
        <Button look="primary" onClick={() => void leaveFor(paths.dashboard)}>
          Go to Dashboard
        </Button>
      )}
      <TextLink to={paths.account}>Your account</TextLink>
    </AuthFrame>
  );
}
