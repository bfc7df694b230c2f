import { Registration } from "#contract/people.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { orSay } from "./or-say.ts";
import { PasswordField } from "./password-field.tsx";

/** The invite code in `back`. The code of a mailed invitation confirms the address that it was mailed to. */
function inviteIn(back: string) {
  const { pathname, searchParams } = new URL(back, location.origin);
  const invite = searchParams.get("invite");
  return pathname.startsWith("/join-squad/") && invite !== null && invite.length <= 100 ? { invite } : {};
}

/** Registers, signs in, then opens `back`. */
export function RegistrationForm({ back }: { back: string }) {
  const form = useSchemaForm(Registration, {
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
