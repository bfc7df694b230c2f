import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../core/api.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { buttonLook } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../../core/viewer.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { TokenButton, incompleteLink, useMailedToken } from "./token-button.tsx";

/** The page of a confirmation link. A button confirms the address; opening does not, because mail scanners open links. */
export function ConfirmEmailPage() {
  usePageTitle("Confirm Email");
  const viewer = useViewer();
  const [token] = useMailedToken(paths.confirmEmail);
  const [confirmed, setConfirmed] = useState<{ email: string; changed: boolean }>();
  const confirm = async (mailed: string) => {
    try {
      setConfirmed(await api("POST /api/email/confirm", { body: { token: mailed } }));
    } catch (error) {
      toast({ title: "Email Not Confirmed", text: "Failed to confirm your email address", look: "danger" });
      throw error;
    }
  };
  if (confirmed)
    return (
      <AuthFrame title="Thank you" text="Our mails reach you.">
        <Confirmed {...confirmed} />
      </AuthFrame>
    );
  return (
    <AuthFrame title="Confirm your email address" text="It shows that our mails reach you.">
      {token === null ? (
        incompleteLink
      ) : viewer ? (
        <TokenButton label="Confirm Address" busyLabel="Confirming..." send={() => confirm(token)} />
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
