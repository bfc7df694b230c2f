import { Login } from "#contract/people.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { inviteIn } from "./invite-in.ts";
import { orSay } from "./or-say.ts";
import { PasswordField } from "./password-field.tsx";

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
