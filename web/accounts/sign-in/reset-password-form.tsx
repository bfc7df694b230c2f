import { useState } from "react";
import { PasswordReset } from "#contract/account.ts";
import { ApiError, api } from "../../core/api.ts";
import { paths } from "../../core/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { toastOnArrival } from "../../ui/waiting-toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { PasswordField } from "./password-field.tsx";

/** Sets the new password with the link's token, which signs the person in, and opens the dashboard. */
export function NewPasswordForm({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const [ended, setEnded] = useState(false);
  const form = useSchemaForm(PasswordReset, {
    defaultValues: { token, password: "" },
    send: async (body) => {
      await api("POST /api/password/reset", { body });
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
    </Form>
  );
}
