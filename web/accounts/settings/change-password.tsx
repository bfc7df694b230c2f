import { PasswordChange } from "#contract/account.ts";
import { api } from "../../core/api.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { useMe } from "../../core/viewer.ts";
import { PasswordField } from "../sign-in/password-field.tsx";

/** Changes the password; asks for the current one. */
export function ChangePassword() {
  const me = useMe();
  const form = useSchemaForm(PasswordChange, {
    defaultValues: { current: "", password: "" },
    send: async (body) => {
      await api("POST /api/password/change", { body });
      form.fields.reset();
      toast({ title: "Password changed", text: "You are logged out everywhere else." });
    },
    onProblem: () => toast({ title: "Password Not Changed", text: "Failed to change your password", look: "danger" }),
  });
  return (
    <Form
      form={form}
      className="w-full max-w-md"
      actions={
        <SubmitButton look="plain" busyLabel="Changing...">
          Change Password
        </SubmitButton>
      }
    >
      {/* Password managers read from this field which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField label="Current Password" autoComplete="current-password" {...form.bind("current")} />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...form.bind("password")}
      />
    </Form>
  );
}
