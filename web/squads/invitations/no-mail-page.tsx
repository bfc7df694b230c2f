import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";

/**
 * The page to stop invitations and reminders by mail, or to allow them again. It needs no sign-in. Opening it changes
 * nothing, because mail scanners open links.
 */
export function NoMailPage() {
  usePageTitle("No More Mails");
  const [token] = useState(() => new URLSearchParams(location.search).get("to") ?? "");
  const [answer, setAnswer] = useState<Found>();
  const look = useCallback(
    (signal?: AbortSignal) =>
      findChoice(token, signal).then(setAnswer, () => {
        if (!signal?.aborted) setAnswer("failed");
      }),
    [token],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void look(leaving.signal);
    return () => leaving.abort();
  }, [look]);
  const again = () => {
    setAnswer(undefined);
    void look();
  };
  return (
    <AuthFrame title="No more mails?" text="About the address that your mail from Swellmates went to.">
      {answer === "failed" ? (
        <ErrorState title="Your choice did not come through" text="Please try again in a moment." onRetry={again} />
      ) : answer === undefined ? (
        <Loading label="Loading your choice..." className="grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-12 rounded-full" />
        </Loading>
      ) : answer === "unknown" ? (
        <p role="alert">This link is not complete. Open it again from the mail that you got.</p>
      ) : (
        <Choice token={token} first={answer.isOff} />
      )}
      <TextLink to={paths.home} className="inline-flex min-h-11 items-center justify-self-start">
        ← To Swellmates
      </TextLink>
    </AuthFrame>
  );
}

type Found = { readonly isOff: boolean } | "unknown" | "failed";

async function findChoice(token: string, signal?: AbortSignal): Promise<Found> {
  if (token === "") return "unknown";
  try {
    return await api("GET /api/no-mail", { query: { to: token }, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return "unknown";
    throw error;
  }
}

function Choice({ token, first }: { token: string; first: boolean }) {
  const [isOff, setOff] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const choose = async (next: boolean, button: HTMLElement) => {
    setBusy(true);
    setProblem("");
    await api("PUT /api/no-mail", { body: { to: token, isOff: next } }).then(
      (now) => setOff(now.isOff),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
    // The button lost the focus while it was disabled, and gets it back.
    flushSync(() => setBusy(false));
    button.focus();
  };
  return (
    <div className="grid gap-5">
      <output className="grid gap-3">
        <strong className="title text-2xl">
          {isOff ? "You get no more mails." : "You get mails when friends send them."}
        </strong>
        <span>
          {isOff
            ? "No mail like that one comes to this address any more, whoever causes it."
            : "Such as invitations, reminders to vote, and what is new. You can end the kind that you got here, whoever causes it."}{" "}
          What you ask for yourself, such as a new password, still comes.
        </span>
      </output>
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {problem}
      </p>
      <Button
        look={isOff ? "plain" : "primary"}
        className="w-full"
        busy={isBusy && "Saving..."}
        onClick={(event) => void choose(!isOff, event.currentTarget)}
      >
        {isOff ? "Allow Mails Again" : "No More Mails"}
      </Button>
    </div>
  );
}
