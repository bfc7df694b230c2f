import { useEffect, useRef, useState } from "react";
import { MailCheck } from "lucide-react";
import { type WayIn, ForgottenPassword, PasswordReset } from "#contract/account.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useViewer } from "../../core/viewer.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { ApiError, api } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { formatDay } from "../../core/calendar.ts";
import { CheckboxField } from "../../ui/inputs.tsx";
import { toastOnArrival } from "../../ui/waiting-toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { PasswordField } from "./password-field.tsx";
import { useMailedToken } from "./token-button.tsx";

/** The page that requests a reset link. Opened by such a link, it sets the new password. */
export function ResetPasswordPage() {
  usePageTitle("Reset Password");
  const viewer = useViewer();
  const [token, setToken] = useMailedToken(paths.resetPassword);
  return (
    <AuthFrame
      title={token === null ? "Forgot your password?" : "Set a new password"}
      text={token === null ? "We mail you a link that lets you set a new one." : "Afterwards you are logged in here."}
    >
      {token === null ? <AskForLink /> : <NewPasswordForm token={token} onAskAgain={() => setToken(null)} />}
      <TextLink
        to={viewer ? paths.account : paths.auth()}
        className="inline-flex min-h-11 items-center justify-self-start"
      >
        {viewer ? "← Back to your account" : "← Back to login"}
      </TextLink>
    </AuthFrame>
  );
}

/** Requests a reset link. The answer is the same for unknown addresses. */
function AskForLink() {
  const viewer = useViewer();
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm(ForgottenPassword, {
    defaultValues: { email: viewer?.email ?? "" },
    send: async (body) => {
      await api("POST /api/password/forgot", { body });
      setSentTo(body.email);
    },
    onProblem: () =>
      toast({ title: "Link Not Sent", text: "Failed to send the link. Please try again.", look: "danger" }),
  });
  if (sentTo !== undefined) return <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <Form
      form={form}
      actions={
        <SubmitButton busyLabel="Sending..." className="w-full">
          Send Link
        </SubmitButton>
      }
    >
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
    </Form>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The focused form is gone, so the title takes the focus and screen readers announce it.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft">
      <MailCheck aria-hidden="true" size={32} />
      <h2 ref={title} tabIndex={-1} className="title text-2xl">
        Check your mail
      </h2>
      <p className="wrap-anywhere text-soft">
        If <strong className="text-main">{to}</strong> has an account, a link is on its way. It works once, for one
        hour, and only the newest one counts.
      </p>
      <Button size="sm" onClick={onAgain}>
        Send Again
      </Button>
    </div>
  );
}

/** Sets the new password with the link's token, which signs the person in, and opens the dashboard. */
function NewPasswordForm({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const [ended, setEnded] = useState(false);
  const [ways, setWays] = useState<readonly WayIn[]>([]);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isHere = true;
    const showWays = async () => {
      // If the list did not load, the person chose nothing: the server then removes the ways in of the last 30 days.
      const found = await api("POST /api/password/reset/ways", { body: { token } }).catch(() => []);
      if (!isHere) return;
      setWays(found);
      setKept(new Set(found.filter((way) => !way.isRecent).map(({ id }) => id)));
    };
    void showWays();
    return () => void (isHere = false);
  }, [token]);
  const form = useSchemaForm(PasswordReset, {
    defaultValues: { token, password: "" },
    send: async (body) => {
      await api("POST /api/password/reset", { body: { ...body, ...(ways.length > 0 && { keep: [...kept] }) } });
      toastOnArrival({ title: "Password changed", text: "You are logged in here, and logged out everywhere else." });
      await leaveFor(paths.home);
    },
    onProblem: (error) => {
      if (error instanceof ApiError && error.code === "not_found") setEnded(true);
      toast({ title: "Password Not Changed", text: "Failed to set the new password", look: "danger" });
    },
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton busyLabel="Setting Password..." className="w-full">
            Set Password
          </SubmitButton>
          {ended && (
            <Button onClick={onAskAgain} className="w-full">
              Ask for a New Link
            </Button>
          )}
        </>
      }
    >
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...form.bind("password")}
      />
      {ways.length > 0 && <WaysIn ways={ways} kept={kept} onKept={setKept} />}
    </Form>
  );
}

interface WaysInProps {
  readonly ways: readonly WayIn[];
  readonly kept: ReadonlySet<string>;
  readonly onKept: (kept: ReadonlySet<string>) => void;
}

/**
 * Lists the passkeys and provider links of the account. The person ticks those that stay; recent ones begin unticked, because somebody else
 * may have added them.
 */
const WaysIn = ({ ways, kept, onKept }: WaysInProps) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1.5 text-sm font-bold">What else opens your account</legend>
    <p className="text-sm text-soft">Keep what you know. The rest stops working.</p>
    {ways.map(({ id, kind, name, addedAt }) => (
      <CheckboxField
        key={id}
        label={
          kind === "passkey"
            ? `Passkey ${name ?? "elsewhere"}, added on ${formatDay(addedAt)}`
            : `Login ${name ?? "elsewhere"}, added on ${formatDay(addedAt)}`
        }
        checked={kept.has(id)}
        onChange={(event) => onKept(event.target.checked ? new Set([...kept, id]) : withoutId(kept, id))}
      />
    ))}
  </fieldset>
);

const withoutId = (kept: ReadonlySet<string>, id: string) => new Set([...kept].filter((one) => one !== id));
