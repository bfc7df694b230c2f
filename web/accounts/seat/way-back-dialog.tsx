import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { Email } from "#contract/fields.ts";
import { api } from "../../core/api.ts";
import { LinkToShare } from "../../core/link-to-share.tsx";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { seatQuery } from "./queries.ts";

/** Makes the personal link of a seat, to copy, to share to oneself, or to have mailed. */
export const WayBackDialog = (state: DialogState) => (
  <Dialog
    {...state}
    title="Your Way Back In"
    text="Your seat lives in this browser. This link opens it on another phone, or here after the browser forgot you. Keep it to yourself."
  >
    <OwnLink />
    <MailedLink />
  </Dialog>
);

function OwnLink() {
  const client = useQueryClient();
  const { data: seat } = useQuery(seatQuery);
  const make = useMutation({
    mutationFn: () => api("POST /api/seat/link", { body: {} }),
    onSuccess: () => client.invalidateQueries(seatQuery),
    onError: (error) => tellProblem(error, "No link yet", "The link could not be made. Please try again."),
  });
  if (make.data)
    return (
      <LinkToShare
        link={make.data.link}
        label="Your personal link"
        title="My way back into Swellmates"
        hint="It is shown only now."
        shared="Keep it where you find it again."
        copied="Paste it where you find it again, such as a note to yourself."
      />
    );
  return (
    <div className="grid gap-3">
      {seat?.hasLink && <p className="text-soft">You have a link already. A new one takes its place.</p>}
      <Button look="primary" busy={make.isPending && "Making..."} onClick={() => make.mutate()}>
        {seat?.hasLink ? "Make a New Link" : "Make My Link"}
      </Button>
    </div>
  );
}

function MailedLink() {
  const client = useQueryClient();
  const form = useSchemaForm(z.object({ email: Email }), {
    defaultValues: { email: "" },
    send: async (body) => {
      await api("POST /api/seat/link/mail", { body });
      await client.invalidateQueries(seatQuery);
      toast({ title: "Mail on its way", text: "Open it on any phone or computer, and you are in your seat again." });
      form.fields.reset();
    },
  });
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4">
      <h3 className="title text-xl">Or by email</h3>
      <Form
        form={form}
        actions={
          <SubmitButton look="plain" busyLabel="Sending...">
            Mail Me a Link
          </SubmitButton>
        }
      >
        <InputField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint="We mail one link there and forget the address."
          {...form.bind("email")}
        />
      </Form>
    </div>
  );
}
