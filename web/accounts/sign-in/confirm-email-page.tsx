import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { TextLink, navigate, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../../core/viewer.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";

/** The page of a confirmation link. A button confirms the address; opening does not, because mail scanners open links. */
export function ConfirmEmailPage() {
  usePageTitle("Confirm Email");
  const viewer = useViewer();
  const [token] = useState(() => new URLSearchParams(location.search).get("token"));
  const [confirmed, setConfirmed] = useState<{ email: string; changed: boolean }>();
  // The token is a secret, so it is removed from the address bar and the history.
  useEffect(() => {
    if (location.search !== "") navigate(paths.confirmEmail, { replace: true });
  }, []);
  if (confirmed)
    return (
      <AuthFrame title="Thank you" text="Our mails reach you.">
        <Confirmed {...confirmed} />
      </AuthFrame>
    );
  return (
    <AuthFrame title="Confirm your email address" text="It shows that our mails reach you.">
      {token === null ? (
        <p>This link is not complete. Open it again from the mail that you got.</p>
      ) : viewer ? (
        <Confirm token={token} onConfirmed={setConfirmed} />
      ) : (
        <LogInFirst token={token} />
      )}
      {(viewer || token === null) && (
        <TextLink
          to={viewer ? paths.account : paths.auth(paths.account)}
          className="inline-flex min-h-11 items-center justify-self-start"
        >
          {viewer ? "← Back to your account" : "← Back to login"}
        </TextLink>
      )}
    </AuthFrame>
  );
}

/** Visitors must sign in to confirm, because a stranger may have registered with their address. */
const LogInFirst = ({ token }: { token: string }) => (
  <>
    <p>
      Please log in to your account first. If you never made one, somebody else used your address: then leave it
      unconfirmed.
    </p>
    <a
      href={paths.auth(`${paths.confirmEmail}?${new URLSearchParams({ token })}`)}
      className={`${buttonLook("primary")} w-full`}
    >
      Log In to Confirm
    </a>
  </>
);

function Confirm({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: (done: { email: string; changed: boolean }) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ sentence: string; isFinal: boolean }>();
  const problemText = useRef<HTMLParagraphElement>(null);
  // A final problem removes the focused button, so the sentence takes the focus.
  useEffect(() => {
    if (problem?.isFinal) problemText.current?.focus();
  }, [problem]);
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onConfirmed(await api("POST /api/email/confirm", { body: { token } }));
    } catch (error) {
      setProblem({ sentence: sentenceOf(error), isFinal: error instanceof ApiError && error.code === "not_found" });
      toast({ title: "Email Not Confirmed", text: "Failed to confirm your email address", look: "danger" });
      setBusy(false);
    }
  };
  return (
    <>
      <p ref={problemText} role="alert" tabIndex={-1} className="font-semibold text-alarm empty:hidden">
        {problem?.sentence}
      </p>
      {!problem?.isFinal && (
        <Button look="primary" className="w-full" busy={busy && "Confirming..."} onClick={() => void confirm()}>
          Confirm Address
        </Button>
      )}
    </>
  );
}

function Confirmed({ email, changed }: { email: string; changed: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button is gone, so the title takes the focus and screen readers announce it.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft">
      <MailCheck aria-hidden="true" size={32} />
      <h2 ref={title} tabIndex={-1} className="title text-2xl">
        {changed ? "Your email is changed" : "Your email is confirmed"}
      </h2>
      <p className="wrap-anywhere text-soft">
        {changed ? (
          <>
            <strong className="text-main">{email}</strong> is what you log in with from now on.
          </>
        ) : (
          <>
            <strong className="text-main">{email}</strong> reaches you.
          </>
        )}
      </p>
      {/* A plain link loads the page anew, because the viewer's data changed. */}
      <a href={paths.account} className={buttonLook()}>
        To Your Account
      </a>
    </div>
  );
}
