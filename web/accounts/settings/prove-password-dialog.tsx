import { z } from "zod";
import { OldPassword } from "#contract/people.ts";
import { ApiError, api } from "../../core/api.ts";
import { goSignIn } from "../../core/leave.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { useMe } from "../../core/viewer.ts";
import { PasswordField } from "../sign-in/password-field.tsx";

interface Props extends DialogState {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Called after the password was right. */
  readonly onProved: () => void;
}

/** Asks for the viewer's password before something that needs it. */
export const ProvePasswordDialog = ({ title, text, action, onProved, ...state }: Props) => (
  <Dialog {...state} title={title} text={text}>
    <PasswordForm action={action} onProved={onProved} onCancel={() => state.onOpenChange(false)} />
  </Dialog>
);

const Proof = z.object({ password: OldPassword });

function PasswordForm({ action, onProved, onCancel }: Pick<Props, "action" | "onProved"> & { onCancel: () => void }) {
  const me = useMe();
  const form = useSchemaForm(Proof, {
    defaultValues: { password: "" },
    send: async (body) => {
      await api("POST /api/password/proof", { body });
      onProved();
    },
    onProblem: (error) => {
      if (error instanceof ApiError && error.code === "not_signed_in") return goSignIn();
      return toast({ title: "Password Not Accepted", text: "Failed to check your password", look: "danger" });
    },
  });
  return (
    <Form form={form} onCancel={onCancel} actions={<SubmitButton busyLabel="Checking...">{action}</SubmitButton>}>
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
    </Form>
  );
}
