import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { plain } from "#contract/fields.ts";
import type { Person } from "#contract/people.ts";
import { maxExpected } from "#contract/seats.ts";
import { api } from "../core/api.ts";
import { refreshMemberships } from "../core/queries.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { TextareaField } from "../ui/inputs.tsx";

/** Writes down who is still to come: one name a line. */
export const ExpectDialog = ({
  squadId,
  expected,
  ...state
}: DialogState & { squadId: string; expected: readonly Person[] }) => (
  <Dialog
    {...state}
    title="Who Is Still to Come?"
    text="They are on the crew from now on and can be voted for. Whoever opens the invite link and picks a name is exactly that person."
  >
    <ExpectForm squadId={squadId} left={maxExpected - expected.length} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

const Fields = z.object({ names: plain(5000, "Please enter at least one name") });

function ExpectForm({ squadId, left, onDone }: { squadId: string; left: number; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(Fields, {
    defaultValues: { names: "" },
    send: async ({ names }) => {
      const lines = names.split("\n").filter((line) => line.trim() !== "");
      await api("POST /api/squads/:id/expected", { params: { id: squadId }, body: { names: lines } });
      await refreshMemberships(client);
      onDone();
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Adding...">Add Names</SubmitButton>}>
      <TextareaField
        label="Names"
        hint={`One a line, ${left} at most`}
        rows={4}
        autoComplete="off"
        {...form.bind("names")}
      />
    </Form>
  );
}
