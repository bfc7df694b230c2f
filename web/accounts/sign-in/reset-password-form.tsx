import { useEffect, useState } from "react";
import { PasswordReset, type WayIn } from "#contract/account.ts";
import { ApiError, api } from "../../core/api.ts";
import { formatDay } from "../../core/calendar.ts";
import { paths } from "../../core/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { CheckboxField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { toastOnArrival } from "../../ui/waiting-toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { PasswordField } from "./password-field.tsx";

/** Sets the new password with the link's token, which signs the person in, and opens the dashboard. */
export function NewPasswordForm({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const [ended, setEnded] = useState(false);
  const [ways, setWays] = useState<readonly WayIn[]>([]);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isHere = true;
    const showWays = async () => {
      // Without an answer there is no list, and the server removes what is recent.
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

/** Lists what else opens the account. What is recent is not ticked, because somebody else may have added it. */
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
