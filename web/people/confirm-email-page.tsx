import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api, sentenceOf } from "../api.ts";
import { TextLink } from "../link.tsx";
import { navigate } from "../location.ts";
import { usePageTitle } from "../page-title.ts";
import { paths } from "../paths.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { useViewer } from "../viewer.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** Where the link in a mail leads: one press confirms the address. Opening it does not, because mail programs open links too. */
export function ConfirmEmailPage() {
  usePageTitle("Confirm Email");
  const viewer = useViewer();
  const [token] = useState(() => new URLSearchParams(location.search).get("token"));
  const [confirmed, setConfirmed] = useState<{ email: string; changed: boolean }>();
  // The token shows whose an address is: it stays neither in the address bar nor in the history.
  useEffect(() => {
    if (location.search !== "") navigate(paths.confirmEmail, { replace: true });
  }, []);
  return (
    <AuthFrame title="Confirm your email address" text="It shows that our mails reach you.">
      {confirmed ? (
        <Confirmed {...confirmed} />
      ) : token === null ? (
        <p>This link is not complete. Open it again from the mail that you got.</p>
      ) : (
        <Confirm token={token} onConfirmed={setConfirmed} />
      )}
      {!confirmed && (
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

function Confirm({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: (done: { email: string; changed: boolean }) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const confirm = async () => {
    setBusy(true);
    setProblem("");
    try {
      onConfirmed(await api("POST /api/email/confirm", { body: { token } }));
    } catch (error) {
      setProblem(sentenceOf(error));
      toast({ title: "Email Not Confirmed", text: "Failed to confirm your email address", look: "danger" });
      setBusy(false);
    }
  };
  return (
    <>
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {problem}
      </p>
      <Button look="primary" className="w-full" busy={busy && "Confirming..."} onClick={() => void confirm()}>
        Confirm Address
      </Button>
    </>
  );
}

function Confirmed({ email, changed }: { email: string; changed: boolean }) {
  const viewer = useViewer();
  const title = useRef<HTMLHeadingElement>(null);
  // The button is gone, and with it the focus: what happened is read out instead.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft">
      <MailCheck aria-hidden="true" size={32} />
      <h2 ref={title} tabIndex={-1} className="title text-2xl">
        {changed ? "Your email is changed" : "Your email is confirmed"}
      </h2>
      <p className="wrap-anywhere text-soft">
        <strong className="text-main">{email}</strong>{" "}
        {changed ? "is what you log in with from now on." : "reaches you."}
      </p>
      {/* Loaded anew: what is shown of oneself changed. */}
      <a href={viewer ? paths.account : paths.auth()} className={buttonLook()}>
        {viewer ? "To your account" : "Log in"}
      </a>
    </div>
  );
}
