import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { KeepReason } from "#contract/identity.ts";
import { KeptSeat } from "#contract/seats.ts";
import { accountAddresses } from "../../core/account-addresses.ts";
import { ApiError, api } from "../../core/api.ts";
import { leaveFor } from "../../core/leave.ts";
import { herePath } from "../../core/link.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { type Config, askConfig } from "../sign-in/ask-config.ts";
import { passkeyProblem, passkeysWork } from "../sign-in/passkeys.ts";
import { PasswordField } from "../sign-in/password-field.tsx";
import { keepSeatByPasskey } from "./keep-by-passkey.ts";
import { MergeStep } from "./merge-step.tsx";
import { seatQuery } from "./queries.ts";

/**
 * Makes a seat an account, with the same photos, votes and medals. `refused` says why the seat is not kept after a visit to the identity
 * provider.
 */
export function KeepSeatDialog({ refused, ...state }: DialogState & { refused?: KeepReason | undefined }) {
  const { data: seat, isError } = useQuery(seatQuery);
  // Null if the server does not answer. The form still works.
  const [config, setConfig] = useState<Config | null>();
  useEffect(() => {
    if (state.open) void askConfig().then(setConfig);
  }, [state.open]);
  return (
    <Dialog
      {...state}
      title="Keep My Seat"
      text="Choose how you log in from now on. You stay who you are, with all your photos, votes and medals."
    >
      {config !== undefined && (seat || isError) ? (
        <Ways
          email={seat?.invitedAs ?? ""}
          config={config}
          refused={refused}
          onDone={() => state.onOpenChange(false)}
        />
      ) : (
        <Loading label="Loading your seat...">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  );
}

interface WaysProps {
  readonly email: string;
  readonly config: Config | null;
  readonly refused: KeepReason | undefined;
  readonly onDone: () => void;
}

/** The ways to keep a seat, or the step that takes their place if there is an account already. */
function Ways({ email, config, refused, onDone }: WaysProps) {
  const [told, setTold] = useState(refused);
  const provider = config?.identityProvider;
  const say = sentences(provider?.name ?? "The provider");
  if (config?.registration === "closed") return <MergeStep text={say.closed} />;
  if (told === "account_exists") return <MergeStep text={say.account_exists} onBack={() => setTold(undefined)} />;
  return (
    <div className="grid gap-5">
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {told && say[told]}
      </p>
      {provider && (
        <>
          <a href={accountAddresses.keep(provider.slug, herePath())} className={buttonLook()}>
            Continue with {provider.name}
          </a>
          <Or>or with your email</Or>
        </>
      )}
      <KeepSeatForm email={email} onTaken={() => setTold("account_exists")} onDone={onDone} />
    </div>
  );
}

function KeepSeatForm({ email, onTaken, onDone }: { email: string; onTaken: () => void; onDone: () => void }) {
  const [isWaiting, setWaiting] = useState(false);
  const form = useSchemaForm(KeptSeat, {
    defaultValues: { email, password: "" },
    send: async (body) => {
      try {
        await api("POST /api/seat/account", { body });
      } catch (error) {
        if (isTaken(error)) return onTaken();
        throw error;
      }
      return leaveFor(herePath());
    },
  });
  const { fields } = form;
  const keepByPasskey = async () => {
    if (!(await fields.trigger("email", { shouldFocus: true }))) return;
    setWaiting(true);
    fields.clearErrors();
    try {
      await keepSeatByPasskey(fields.getValues("email"));
      await leaveFor(herePath());
    } catch (error) {
      setWaiting(false);
      if (isTaken(error)) onTaken();
      else fields.setError("root", { message: passkeyProblem(error) });
    }
  };
  return (
    <Form
      form={form}
      onCancel={onDone}
      actions={
        <SubmitButton busyLabel="Keeping..." disabled={isWaiting}>
          Keep My Seat
        </SubmitButton>
      }
    >
      <InputField label="Email" type="email" autoComplete="username" inputMode="email" {...form.bind("email")} />
      {passkeysWork() && (
        <>
          <Button
            disabled={form.busy}
            busy={isWaiting && "Waiting for your device..."}
            onClick={() => void keepByPasskey()}
          >
            Use a Passkey
          </Button>
          <Or>or with a password</Or>
        </>
      )}
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...form.bind("password")}
      />
    </Form>
  );
}

const Or = ({ children }: { children: ReactNode }) => <p className="text-center text-sm text-soft">{children}</p>;

const isTaken = (error: unknown) => error instanceof ApiError && error.code === "email_taken";

const sentences = (name: string): Readonly<Record<KeepReason, string>> => ({
  account_exists: "You have an account already. Log in there, and your seat goes into it.",
  closed: "New accounts are closed here. If you have one, log in there, and your seat goes into it.",
  email_missing: `${name} did not tell us your email address. Please choose another way.`,
  unavailable: `${name} does not answer right now. Please try again in a moment, or choose another way.`,
  cancelled: `You turned back at ${name}, so nothing has changed.`,
  expired: "This took too long or began in another browser. Please try again.",
  too_many_tries: "Too many attempts. Please wait a moment and try again.",
  failed: `Keeping your seat with ${name} did not work. Please try again, or choose another way.`,
});
