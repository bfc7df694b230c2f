import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { OldPassword } from "#contract/people.ts";
import { api } from "../core/api.ts";
import { herePath } from "../core/link.tsx";
import { useMe } from "../core/viewer.ts";
import { type Account, accountQuery, passkeysQuery } from "../accounts/people/queries.ts";
import { AccountPart } from "../accounts/settings/account-part.tsx";
import { Section } from "../accounts/settings/account-section.tsx";
import { LogInAgain } from "../accounts/sign-in/log-in-again.tsx";
import { PasswordField } from "../accounts/sign-in/password-field.tsx";
import { passkeyProblem, passkeysWork, proveByPasskey } from "../accounts/sign-in/passkeys.ts";
import { Button } from "../ui/button.tsx";
import { useFocusAfter } from "../ui/focus-after.ts";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { goOnProven } from "./proof.ts";

/** Asks the site admin for the password or a passkey, in the place of the page. Then all goes on that waited for it. */
export function ProofForm() {
  const part = useRef<HTMLDivElement>(null);
  useFocusAfter(part);
  const query = useQuery(accountQuery);
  return (
    <div ref={part} className="max-w-xl">
      <Section
        title="Is it still you?"
        text="This page asks again ten minutes after your last login or proof. Then it goes on where you were."
      >
        <AccountPart query={query} label="Loading your ways to log in...">
          {(account) => <Ways account={account} />}
        </AccountPart>
      </Section>
    </div>
  );
}

function Ways({ account: { hasPassword } }: { account: Account }) {
  const { data: passkeys, isPending } = useQuery({ ...passkeysQuery, enabled: passkeysWork() });
  const hasPasskey = passkeys !== undefined && passkeys.length > 0;
  return (
    <div className="grid w-full gap-4">
      {hasPassword && <PasswordForm />}
      {hasPasskey && <PasskeyButton />}
      {!hasPassword && !hasPasskey && !(isPending && passkeysWork()) && (
        <>
          <p>Your account has no password and no passkey that works here, so please log in again.</p>
          <div>
            <LogInAgain back={herePath()} />
          </div>
        </>
      )}
    </div>
  );
}

const Proof = z.object({ password: OldPassword });

function PasswordForm() {
  const me = useMe();
  const form = useSchemaForm(Proof, {
    defaultValues: { password: "" },
    send: async (body) => {
      await api("POST /api/password/proof", { body });
      goOnProven();
    },
  });
  const { setFocus } = form.fields;
  // The form takes the place of what had the focus.
  useEffect(() => setFocus("password"), [setFocus]);
  return (
    <Form form={form} actions={<SubmitButton busyLabel="Checking...">Go On</SubmitButton>}>
      <input type="text" name="username" autoComplete="username" value={me.email ?? ""} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
    </Form>
  );
}

function PasskeyButton() {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState("");
  const prove = async () => {
    setWaiting(true);
    setProblem("");
    try {
      await proveByPasskey();
      goOnProven();
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <div className="grid justify-items-end gap-3 border-t border-line pt-4 first:border-none first:pt-0">
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {problem}
      </p>
      <Button
        icon={<KeyRound aria-hidden="true" size={18} />}
        busy={waiting && "Waiting for your device..."}
        onClick={() => void prove()}
      >
        Use a Passkey
      </Button>
    </div>
  );
}
