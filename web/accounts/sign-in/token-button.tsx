import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "../../core/api.ts";
import { type Path, navigate } from "../../core/link.tsx";
import { Button } from "../../ui/button.tsx";

/** The token of the link in a mail, and a function that replaces it. It is a secret, so it is removed from the address bar and the history. */
export function useMailedToken(path: Path) {
  const state = useState(() => new URLSearchParams(location.search).get("token"));
  useEffect(() => {
    if (location.search !== "") navigate(path, { replace: true });
  }, [path]);
  return state;
}

export const incompleteLink = <p>This link is not complete. Open it again from the mail that you got.</p>;

/** The button of a page that a mail links to. It says why the call failed; `ended` replaces it when the token is worth nothing. */
export function TokenButton({
  label,
  busyLabel,
  send,
  ended,
}: {
  label: string;
  busyLabel: string;
  send: () => Promise<unknown>;
  ended?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ sentence: string; isFinal: boolean }>();
  const problemText = useRef<HTMLParagraphElement>(null);
  // A final problem removes the focused button, so the sentence takes the focus.
  useEffect(() => {
    if (problem?.isFinal) problemText.current?.focus();
  }, [problem]);
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
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
        ended
      ) : (
        <Button look="primary" className="w-full" busy={busy && busyLabel} onClick={() => void press()}>
          {label}
        </Button>
      )}
    </>
  );
}
