import { useQueryClient } from "@tanstack/react-query";
import { ProfileEdit } from "#contract/people.ts";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { useMe } from "../../core/viewer.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";

const PayTo = ProfileEdit.pick({ payTo: true });

/** Changes how others can pay the viewer. */
export function PayToForm() {
  const me = useMe();
  const client = useQueryClient();
  const form = useSchemaForm(PayTo, {
    name: "pay-to",
    defaultValues: { payTo: me.payTo ?? "" },
    send: async ({ payTo }) => {
      const user = await api("PATCH /api/auth/user", { body: { payTo: payTo || null } });
      client.setQueryData(keys.me, user);
      form.fields.reset({ payTo: user.payTo ?? "" });
      toast({ title: user.payTo === null ? "Removed" : "Saved", text: "Those who owe you see it in Settle Up." });
    },
    onProblem: () => toast({ title: "Not saved", look: "danger" }),
  });
  return (
    <Form
      form={form}
      className="w-full max-w-md"
      actions={
        <SubmitButton look="plain" busyLabel="Saving...">
          Save
        </SubmitButton>
      }
    >
      <InputField
        label="IBAN or link"
        hint="Such as DE02 1203 0000 0000 2020 51, or https://paypal.me/ana"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...form.bind("payTo")}
      />
    </Form>
  );
}
