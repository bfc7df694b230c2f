import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EmailChange } from "#contract/emails.ts";
import { ApiError, api } from "../../core/api.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { LogInAgain } from "../sign-in/log-in-again.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { accountQuery } from "../people/queries.ts";

/** Mails a confirmation link to a new address. Asks for the password, or for a recent sign-in if there is none. */
export const ChangeEmailDialog = ({ hasPassword, ...state }: DialogState & { hasPassword: boolean }) => (
  <Dialog {...state} title="Change Email" text="We mail a link to the new address. It becomes yours when you open it.">
    <ChangeEmailForm hasPassword={hasPassword} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function ChangeEmailForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const client = useQueryClient();
  const [mustLogIn, setMustLogIn] = useState(false);
  const form = useSchemaForm(EmailChange, {
    defaultValues: { email: "", ...(hasPassword && { password: "" }) },
    send: async (body) => {
      await api("POST /api/email/change", { body });
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast({ title: "Link sent", text: "Open the link in the mail to your new address." });
      onDone();
    },
    onProblem: (error) => {
      setMustLogIn(error instanceof ApiError && error.code === "confirmation_needed" && error.issues.length === 0);
      return toast({ title: "Link Not Sent", text: "Failed to send the link. Please try again.", look: "danger" });
    },
  });
  return (
    <Form
      form={form}
      onCancel={onDone}
      actions={mustLogIn ? <LogInAgain /> : <SubmitButton busyLabel="Sending...">Send Link</SubmitButton>}
    >
      <InputField label="New Email" type="email" autoComplete="email" inputMode="email" {...form.bind("email")} />
      {hasPassword && <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />}
    </Form>
  );
}
