import { z } from "zod";
import { OldPassword } from "#contract/people.ts";
import { ApiError } from "../../core/api.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { useMe } from "../../core/viewer.ts";
import { LogInAgain } from "../sign-in/log-in-again.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { addPasskey, passkeyProblem } from "../sign-in/passkeys.ts";

/**
 * Adds a passkey when the sign-in is not recent: asks for the password, or for a new sign-in if the account has no
 * password.
 */
export const AddPasskeyDialog = ({
  needs,
  onAdded,
  ...state
}: DialogState & { needs: "password" | "login"; onAdded: () => void }) => {
  const close = () => state.onOpenChange(false);
  return (
    <Dialog {...state} title="Add a Passkey" text="You logged in a while ago. Please show that it is still you.">
      {needs === "password" ? (
        <PasswordForm
          onDone={() => {
            onAdded();
            close();
          }}
          onCancel={close}
        />
      ) : (
        <div className="flex justify-end">
          <LogInAgain />
        </div>
      )}
    </Dialog>
  );
};

const Proof = z.object({ password: OldPassword });

function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const me = useMe();
  const form = useSchemaForm(Proof, {
    defaultValues: { password: "" },
    send: async ({ password }) => {
      await addPasskey(password).catch((error: unknown) => {
        throw error instanceof ApiError ? error : new Error(passkeyProblem(error), { cause: error });
      });
      onDone();
    },
    onProblem: () => toast({ title: "Passkey Not Added", text: "Failed to add the passkey", look: "danger" }),
  });
  return (
    <Form
      form={form}
      onCancel={onCancel}
      actions={<SubmitButton busyLabel="Waiting for your device...">Add Passkey</SubmitButton>}
    >
      <input type="text" name="username" autoComplete="username" value={me.email ?? ""} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
    </Form>
  );
}
