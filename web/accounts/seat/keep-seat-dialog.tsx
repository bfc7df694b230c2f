import { useQuery } from "@tanstack/react-query";
import { KeptSeat } from "#contract/seats.ts";
import { api } from "../../core/api.ts";
import { leaveFor } from "../../core/leave.ts";
import { herePath } from "../../core/link.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { seatQuery } from "./queries.ts";

/** Makes a seat an account, with the same photos, votes and medals. */
export function KeepSeatDialog(state: DialogState) {
  const { data: seat, isError } = useQuery(seatQuery);
  return (
    <Dialog
      {...state}
      title="Keep My Seat"
      text="Choose how you log in from now on. You stay who you are, with all your photos, votes and medals."
    >
      {seat || isError ? (
        <KeepSeatForm email={seat?.invitedAs ?? ""} onDone={() => state.onOpenChange(false)} />
      ) : (
        <Loading label="Loading your seat...">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  );
}

function KeepSeatForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useSchemaForm(KeptSeat, {
    defaultValues: { email, password: "" },
    send: async (body) => {
      await api("POST /api/seat/account", { body });
      await leaveFor(herePath());
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Keeping...">Keep My Seat</SubmitButton>}>
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
