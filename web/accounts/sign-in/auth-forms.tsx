import { useEffect, useState } from "react";
import { Login, Registration as RegistrationFields } from "#contract/people.ts";
import type { RegistrationMode } from "#contract/overviews.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { askConfig } from "./ask-config.ts";
import { inviteIn } from "./invite-in.ts";
import { orSay } from "./or-say.ts";
import { PasswordField } from "./password-field.tsx";
import { TextLink, paths } from "../../core/link.tsx";

/** Creates an account if this server lets the visitor do so, and says so if not. */
export function Registration({ back }: { back: string }) {
  const [mode, setMode] = useState<RegistrationMode>("open");
  useEffect(() => {
    // Without an answer the form stays; the server decides.
    void askConfig().then((config) => config && setMode(config.registration));
  }, []);
  const isInvited = "invite" in inviteIn(back);
  const mayTry = mode === "open" || (mode === "invited" && isInvited);
  return (
    <div className="grid gap-5">
      <p aria-live="polite" className="empty:hidden">
        {mode === "invited" &&
          (isInvited
            ? "You have an invitation. Create your account, and you are in."
            : "New accounts are by invitation here. Open the link of your invitation, and register from there.")}
        {mode === "closed" &&
          (isInvited
            ? "New accounts are closed here. To accept your invitation, log in to the account you have."
            : "New accounts are closed here. If you have one already, log in.")}
      </p>
      {mayTry && <RegistrationForm back={back} />}
    </div>
  );
}

/** Registers, signs in, then opens `back`. */
function RegistrationForm({ back }: { back: string }) {
  const form = useSchemaForm(RegistrationFields, {
    defaultValues: { firstName: "", lastName: "", email: "", password: "" },
    send: async (body) => {
      await api("POST /api/register", { body: { ...body, ...inviteIn(back) } }).catch(orSay("Registration failed"));
      await leaveFor(back);
    },
    onProblem: (error) => toast({ title: "Registration Failed", text: sentenceOf(error), look: "danger" }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton busyLabel="Creating Account..." className="w-full">
          Create Account
        </SubmitButton>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="First Name" autoComplete="given-name" {...form.bind("firstName")} />
        <InputField label="Last Name" autoComplete="family-name" {...form.bind("lastName")} />
      </div>
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...form.bind("password")}
      />
    </Form>
  );
}

/** Signs in by email and password, then opens `back`. */
export function LoginForm({ back }: { back: string }) {
  const form = useSchemaForm(Login, {
    defaultValues: { email: "", password: "" },
    send: async (body) => {
      await api("POST /api/login", { body: { ...body, ...inviteIn(back) } }).catch(orSay("Invalid email or password"));
      await leaveFor(back);
    },
    onProblem: (error) => toast({ title: "Login Failed", text: sentenceOf(error), look: "danger" }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton busyLabel="Logging in..." className="w-full">
          Login
        </SubmitButton>
      }
    >
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
      <TextLink to={paths.resetPassword} className="inline-flex min-h-11 items-center justify-self-start text-sm">
        Forgot your password?
      </TextLink>
    </Form>
  );
}
