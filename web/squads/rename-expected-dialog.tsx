import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import type { Person } from "#contract/people.ts";
import { name } from "#contract/fields.ts";
import { api } from "../core/api.ts";
import { refreshMemberships } from "../core/queries.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";

/** Corrects the name of an expected person. */
export const RenameExpectedDialog = ({
  squadId,
  person,
  ...state
}: DialogState & { squadId: string; person: Person }) => (
  <Dialog {...state} title="Rename">
    <RenameForm squadId={squadId} person={person} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function RenameForm({ squadId, person, onDone }: { squadId: string; person: Person; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(z.object({ name: name(60, "Please enter a name") }), {
    defaultValues: { name: person.firstName },
    send: async (body) => {
      await api("PATCH /api/squads/:id/expected/:userId", { params: { id: squadId, userId: person.id }, body });
      await refreshMemberships(client);
      onDone();
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}>
      <InputField label="Name" autoComplete="off" maxLength={60} {...form.bind("name")} />
    </Form>
  );
}
