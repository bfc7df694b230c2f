import { useEffect, useRef, useState } from "react";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { navigate, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { Button, buttonLook } from "../../ui/button.tsx";

/** The page of the link in a letter about an account's security. A button ends all sessions; opening does not, because mail scanners open links. */
export function NotMePage() {
  usePageTitle("Was It Not You?");
  const [token] = useState(() => new URLSearchParams(location.search).get("token"));
  const [isDone, setDone] = useState(false);
  // The token is a secret, so it is removed from the address bar and the history.
  useEffect(() => {
    if (location.search !== "") navigate(paths.notMe, { replace: true });
  }, []);
  return (
    <AuthFrame
      title={isDone ? "Everyone is logged out" : "Was it not you?"}
      text={isDone ? "Nobody is in your account now." : "Log out everyone who is in your account, in every browser."}
    >
      {token === null ? (
        <p>This link is not complete. Open it again from the mail that you got.</p>
      ) : isDone ? (
        <Done />
      ) : (
        <LogOutAll token={token} onDone={() => setDone(true)} />
      )}
    </AuthFrame>
  );
}

function LogOutAll({ token, onDone }: { token: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ sentence: string; isFinal: boolean }>();
  const problemText = useRef<HTMLParagraphElement>(null);
  // A final problem removes the focused button, so the sentence takes the focus.
  useEffect(() => {
    if (problem?.isFinal) problemText.current?.focus();
  }, [problem]);
  const logOut = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api("POST /api/account/end-sessions", { body: { token } });
      onDone();
    } catch (error) {
      setProblem({ sentence: sentenceOf(error), isFinal: error instanceof ApiError && error.code === "not_found" });
      setBusy(false);
    }
  };
  return (
    <>
      <p ref={problemText} role="alert" tabIndex={-1} className="font-semibold text-alarm empty:hidden">
        {problem?.sentence}
      </p>
      {problem?.isFinal ? (
        <NewPassword />
      ) : (
        <Button look="primary" className="w-full" busy={busy && "Logging out..."} onClick={() => void logOut()}>
          Log Out Everywhere
        </Button>
      )}
    </>
  );
}

function Done() {
  const text = useRef<HTMLParagraphElement>(null);
  // The focused button is gone, so the text takes the focus and screen readers read it.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1}>
        Now set a new password, so that nobody comes back. The page shows what else opens your account.
      </p>
      <NewPassword />
    </>
  );
}

/** A plain link loads the page anew, because the viewer may be logged out. */
const NewPassword = () => (
  <a href={paths.resetPassword} className={`${buttonLook("primary")} w-full`}>
    Set a New Password
  </a>
);
