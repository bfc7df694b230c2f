import { useEffect, useRef, useState } from "react";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { leaveFor } from "../../core/leave.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useViewer } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";

/** The page of the personal link of a seat. It signs a visitor in; somebody who is signed in is asked first. */
export function ComeBackPage() {
  usePageTitle("Welcome Back");
  const viewer = useViewer();
  const [token] = useState(() => location.hash.slice(1));
  const opensByItself = viewer === null && token !== "";
  const [isBusy, setBusy] = useState(opensByItself);
  const [problem, setProblem] = useState<string>();
  const [hasEnded, setEnded] = useState(false);
  const hasBegun = useRef(false);
  const comeBack = () =>
    void api("POST /api/seats/return", { body: { token } })
      .then(({ squadId }) => leaveFor(squadId === null ? paths.dashboard : paths.squad(squadId)))
      .catch((error: unknown) => {
        setProblem(sentenceOf(error));
        setEnded(error instanceof ApiError && error.code === "not_found");
        setBusy(false);
      });
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    // The secret is removed from the address bar and the history.
    history.replaceState(history.state, "", paths.comeBack);
    if (opensByItself) comeBack();
  });
  const press = () => {
    setBusy(true);
    setProblem(undefined);
    comeBack();
  };
  return (
    <AuthFrame title="Welcome back" text="This link opens your seat in your squad.">
      {token === "" ? (
        <p>This link is not complete. Open it again where you kept it.</p>
      ) : (
        <>
          {viewer && !problem && (
            <p>You are signed in as {viewer.firstName}. Your seat takes the place of that here.</p>
          )}
          <p role="alert" className="font-semibold text-alarm empty:hidden">
            {problem}
          </p>
          {!hasEnded && (
            <Button look="primary" className="w-full" busy={isBusy && "Opening your seat..."} onClick={press}>
              {problem ? "Try Again" : "Open My Seat"}
            </Button>
          )}
        </>
      )}
      <TextLink to={paths.auth()}>I have an account</TextLink>
    </AuthFrame>
  );
}
