import { useQueryClient } from "@tanstack/react-query";
import { type Passkey, PasskeyName } from "#contract/passkeys.ts";
import { api } from "../../core/api.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { passkeysQuery } from "../people/queries.ts";

/** Renames a passkey. */
export const RenamePasskeyDialog = ({ passkey, ...state }: DialogState & { passkey: Passkey }) => (
  <Dialog {...state} title="Rename passkey">
    <RenameForm passkey={passkey} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function RenameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(PasskeyName, {
    name: `passkey ${id}`,
    defaultValues: { name },
    send: async (body) => {
      await api("PATCH /api/passkeys/:id", { params: { id }, body });
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      onDone();
    },
    onProblem: () => toast({ title: "Passkey Not Renamed", text: "Failed to rename the passkey", look: "danger" }),
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}>
      <InputField label="Name" autoComplete="off" {...form.bind("name")} />
    </Form>
  );
}
