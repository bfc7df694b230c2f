import { z } from "zod";
import type { ReadOnly } from "#contract/admin.ts";
import { line } from "#contract/fields.ts";
import { api } from "../core/api.ts";
import { readOnly } from "../core/read-only.ts";
import { Section } from "../accounts/settings/account-section.tsx";
import { Button } from "../ui/button.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { Time } from "./admin-list.tsx";
import { useAdminAction } from "./use-admin-action.ts";

/** The server's own schema would bring those of all admin calls to every page with a form. */
const Message = z.object({ message: line(200) });

/** Makes the whole site read-only, with a message to its people, and lets it take changes again. */
export function ReadOnlySwitch({ state }: { state: ReadOnly | null }) {
  const turn = useAdminAction(
    async (body: { isOn: boolean; message?: string }) => {
      const answer = await api("PUT /api/admin/read-only", { body });
      // This page needs no refusal to know it.
      readOnly.set(answer.readOnly);
      return answer;
    },
    {
      done: ({ readOnly: now }) =>
        now
          ? { title: "The site is read-only", text: "People see everything, and change nothing." }
          : { title: "The site takes changes again", text: "People can go on." },
      failed: "Not Switched",
      otherwise: "The site could not be switched. Please try again.",
    },
  );
  const form = useSchemaForm(Message, {
    name: "read-only",
    defaultValues: { message: state?.message ?? "" },
    send: ({ message }) => turn.mutateAsync({ isOn: true, message }),
  });
  return (
    <Section
      title="Read-only"
      text="For moving, mending and upgrading. People look at everything, nobody changes anything, and uploads wait by themselves."
    >
      {state && (
        <p className="font-semibold">
          The site is read-only since <Time at={state.since} />.
        </p>
      )}
      <Form
        form={form}
        className="w-full max-w-xl"
        actions={
          <>
            <SubmitButton look={state ? "plain" : "primary"} busyLabel="Switching...">
              {state ? "Change the Message" : "Make It Read-only"}
            </SubmitButton>
            {state && (
              <Button
                look="primary"
                busy={turn.isPending && !turn.variables.isOn && "Switching..."}
                onClick={() => turn.mutate({ isOn: false })}
              >
                Take Changes Again
              </Button>
            )}
          </>
        }
      >
        <InputField
          label="Message to everybody"
          hint="For example: New disk, back at 20:00."
          autoComplete="off"
          maxLength={200}
          {...form.bind("message")}
        />
      </Form>
    </Section>
  );
}
