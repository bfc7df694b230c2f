import { Login } from "#contract/people.ts";
import { ApiError, api } from "../api.ts";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.ts";
import { leaveFor } from "./auth-leave.ts";

/** Signs in, then goes to `back`. */
export function LoginForm({ back }: { back: string }) {
  const form = useSchemaForm(Login, {
    defaultValues: { email: "", password: "" },
    send: async (body) => {
      await api("POST /api/login", { body });
      await leaveFor(back);
    },
    onProblem: (error) =>
      toast({
        title: "Login Failed",
        text: error instanceof ApiError ? error.message : "Invalid email or password",
        look: "danger",
      }),
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel="Logging in..." className="w-full">
          Login
        </SubmitButton>
      }
    >
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
      <InputField label="Password" type="password" autoComplete="current-password" {...form.bind("password")} />
    </Form>
  );
}
