import { useEffect, useState } from "react";
import { z } from "zod";
import { OldPassword } from "#contract/people.ts";
import { ApiError, api } from "../../core/api.ts";
import { accountAddresses } from "../../core/account-addresses.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { goSignIn, leaveFor } from "../../core/leave.ts";
import { TextLink, returnPathOf } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { type ShownProvider, askProvider } from "./ask-config.ts";
import { PasswordField } from "./password-field.tsx";

/** Asks for the password before a provider account is linked, because the link opens the account too. The server redirects here. */
export function LinkAccountPage() {
  usePageTitle("Link Account");
  const [provider, setProvider] = useState<ShownProvider | null>();
  useEffect(() => {
    void askProvider().then(setProvider);
  }, []);
  const back = returnPathOf(location.search, location.origin);
  const photos = new URLSearchParams(location.search).get("with") === "photos" ? "photos" : undefined;
  const name = provider?.name ?? "an";
  return (
    <AuthFrame title={`Link ${name} account`} text="It opens your account from then on, so please show that it is you.">
      {provider === null ? (
        <p>No other account can be linked right now. Please try again in a moment.</p>
      ) : (
        provider && <PasswordForm name={name} next={accountAddresses.link(provider.slug, back, photos)} />
      )}
      <TextLink to={back} className="inline-flex min-h-11 items-center justify-self-start">
        ← Back
      </TextLink>
    </AuthFrame>
  );
}

const Proof = z.object({ password: OldPassword });

function PasswordForm({ name, next }: { name: string; next: string }) {
  const form = useSchemaForm(Proof, {
    defaultValues: { password: "" },
    send: async (body) => {
      await api("POST /api/password/proof", { body });
      await leaveFor(next);
    },
    onProblem: (error) => {
      if (error instanceof ApiError && error.code === "not_signed_in") return goSignIn();
      return toast({ title: "Password Not Accepted", text: "Failed to check your password", look: "danger" });
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton busyLabel="Checking..." className="w-full">
          {`Continue to ${name}`}
        </SubmitButton>
      }
    >
      <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
    </Form>
  );
}
