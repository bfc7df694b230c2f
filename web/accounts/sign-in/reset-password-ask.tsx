import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ForgottenPassword } from "#contract/account.ts";
import { api } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../../core/viewer.ts";

/** Requests a reset link. The answer is the same for unknown addresses. */
export function AskForLink() {
  const viewer = useViewer();
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm(ForgottenPassword, {
    defaultValues: { email: viewer?.email ?? "" },
    send: async (body) => {
      await api("POST /api/password/forgot", { body });
      setSentTo(body.email);
    },
    onProblem: () =>
      toast({ title: "Link Not Sent", text: "Failed to send the link. Please try again.", look: "danger" }),
  });
  if (sentTo !== undefined) return <Sent to={sentTo} onAgain={() => setSentTo(undefined)} />;
  return (
    <Form
      form={form}
      actions={
        <SubmitButton busyLabel="Sending..." className="w-full">
          Send Link
        </SubmitButton>
      }
    >
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
    </Form>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The focused form is gone, so the title takes the focus and screen readers announce it.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft">
      <MailCheck aria-hidden="true" size={32} />
      <h2 ref={title} tabIndex={-1} className="title text-2xl">
        Check your mail
      </h2>
      <p className="wrap-anywhere text-soft">
        If <strong className="text-main">{to}</strong> has an account, a link is on its way. It works once, for one
        hour, and only the newest one counts.
      </p>
      <Button size="sm" onClick={onAgain}>
        Send Again
      </Button>
    </div>
  );
}
