import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { PasswordChange } from "#contract/account.ts";
import { ButtonLink, TextLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { hereZone } from "../../core/zone.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { accountAddresses } from "../../core/account-addresses.ts";
import { AccountPart } from "./account-part.tsx";
import { AccountAdminActions } from "./account-admin-actions.tsx";
import { AccountMerges } from "./account-merges.tsx";
import { AccountPasskeys } from "./account-passkeys.tsx";
import { Section } from "./account-section.tsx";
import { AccountSessions } from "./account-sessions.tsx";
import { PayToForm } from "./pay-to-form.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { SpaceBar } from "../../media/space-bar.tsx";
import { accountQuery } from "../people/queries.ts";
import { Chip } from "../../ui/chip.tsx";
import { useMe } from "../../core/viewer.ts";
import { SendConfirmation } from "./send-confirmation.tsx";
import { api } from "../../core/api.ts";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { PasswordField } from "../sign-in/password-field.tsx";

const DeleteAccountDialog = onDemand(async () => (await import("./delete-account-dialog.tsx")).DeleteAccountDialog);

const KeepSeatDialog = onDemand(async () => (await import("../seat/keep-seat-dialog.tsx")).KeepSeatDialog);
const WayBackDialog = onDemand(async () => (await import("../seat/way-back-dialog.tsx")).WayBackDialog);

const exportAddress = () => `${accountAddresses.exportAccount}?timeZone=${encodeURIComponent(hereZone())}`;

/** The account page: email, sign-in methods, sessions, data export, deletion. */
export function AccountPage() {
  usePageTitle("Your Account");
  const me = useMe();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="narrow-page grid gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="Your Account" text="Only you see this page." />
      {me.isSeat ? <OwnSeat /> : <WaysIn />}
      <Section title="Where you are logged in" text="Each browser by its name and the hour it was last used.">
        <AccountSessions />
      </Section>
      <Section
        title="How to pay me"
        text="Where friends send what they owe you after a trip. Only people who owe you see it."
      >
        <PayToForm />
      </Section>
      <AccountAdminActions />
      {!me.isSeat && <AccountMerges />}
      <OwnSpace />
      <OwnSite />
      <Section
        title="Your data"
        text="One zip file: your profile, passkeys, linked accounts, log-ins, squads, trips, votes, likes and captions as JSON, and every photo and video you uploaded, as it was."
      >
        <a href={exportAddress()} download className={buttonLook()}>
          <Download aria-hidden="true" size={18} />
          Export My Data
        </a>
      </Section>
      <Section
        title="Leave for good"
        text="Your profile, likes, memberships and votes in open awards go. You decide about your photos."
      >
        <Button onClick={() => setDeleting(true)} {...DeleteAccountDialog.hint}>
          Delete My Account
        </Button>
        <DeleteAccountDialog open={deleting} onOpenChange={setDeleting} />
      </Section>
      <Version />
    </div>
  );
}

function Version() {
  const { data } = useQuery(accountQuery);
  return data && <p className="text-sm text-soft">Swellmates {data.version}</p>;
}

/** A person without an account keeps a way back, or makes an account. */
function OwnSeat() {
  const [open, setOpen] = useState<"keep" | "link">();
  return (
    <Section
      title="Your seat"
      text="You take part without an account. Keep your seat, and it becomes one, with all your photos, votes and medals."
    >
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => setOpen("keep")} {...KeepSeatDialog.hint}>
          Keep My Seat
        </Button>
        <Button onClick={() => setOpen("link")} {...WayBackDialog.hint}>
          Your Way Back In
        </Button>
      </div>
      <KeepSeatDialog open={open === "keep"} onOpenChange={(next) => setOpen(next ? "keep" : undefined)} />
      <WayBackDialog open={open === "link"} onOpenChange={(next) => setOpen(next ? "link" : undefined)} />
    </Section>
  );
}

/** Only on servers with a limit. */
function OwnSpace() {
  const { data } = useQuery(accountQuery);
  if (!data?.space) return null;
  return (
    <Section title="Your space" text="All photos and videos that you uploaded, also those in Recently deleted.">
      <SpaceBar label="Photo space" space={data.space} />
    </Section>
  );
}

/** Only for site admins. */
function OwnSite() {
  const { data } = useQuery(accountQuery);
  if (data?.isSiteAdmin !== true) return null;
  return (
    <Section title="Your site" text="You run this site: what it keeps, what failed, and how old its backups are.">
      <ButtonLink to={paths.admin}>Open Site Admin</ButtonLink>
    </Section>
  );
}

function Password() {
  const query = useQuery(accountQuery);
  return (
    <AccountPart query={query} label="Loading your account...">
      {(account) =>
        account.hasPassword ? (
          <ChangePassword />
        ) : (
          <p>
            You log in without one. <TextLink to={paths.resetPassword}>Have a link mailed</TextLink> to set one.
          </p>
        )
      }
    </AccountPart>
  );
}

const ChangeEmailDialog = onDemand(async () => (await import("./change-email-dialog.tsx")).ChangeEmailDialog);

/** The email section: the address, whether it is confirmed, an address that is to replace it, and a button to change it. */
function AccountEmail() {
  const me = useMe();
  const { data: account } = useQuery(accountQuery);
  const [changing, setChanging] = useState(false);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-lg font-semibold wrap-anywhere">{me.email}</span>
        {account && <Chip>{account.emailConfirmed ? "Confirmed" : "Not confirmed yet"}</Chip>}
      </p>
      {account?.emailConfirmed === false && (
        <p className="text-soft">Open the link that was mailed to it, so that you can always get back in.</p>
      )}
      {account?.newEmail != null && (
        <p className="wrap-anywhere">
          <strong>{account.newEmail}</strong> waits for you: open the link that was mailed there, and it takes the place
          of this one.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {account?.emailConfirmed === false && <SendConfirmation />}
        {account && (
          <Button onClick={() => setChanging(true)} {...ChangeEmailDialog.hint}>
            Change Email
          </Button>
        )}
      </div>
      {account && <ChangeEmailDialog open={changing} onOpenChange={setChanging} hasPassword={account.hasPassword} />}
    </>
  );
}

/** How the account is opened. */
const WaysIn = () => (
  <>
    <Section title="Email" text="You log in with it. Nobody else sees it.">
      <AccountEmail />
    </Section>
    <Section title="Password" text="Changing it logs you out everywhere else.">
      <Password />
    </Section>
    <LinkedAccounts />
    <Section
      title="Passkeys"
      text="Log in with your finger, your face or the PIN of your device instead of a password. There is nothing to remember and nothing to give away."
    >
      <AccountPasskeys />
    </Section>
  </>
);

/** Changes the password; asks for the current one. */
function ChangePassword() {
  const me = useMe();
  const form = useSchemaForm(PasswordChange, {
    defaultValues: { current: "", password: "" },
    send: async (body) => {
      await api("POST /api/password/change", { body });
      form.fields.reset();
      toast({ title: "Password changed", text: "You are logged out everywhere else." });
    },
    onProblem: () => toast({ title: "Password Not Changed", text: "Failed to change your password", look: "danger" }),
  });
  return (
    <Form
      form={form}
      className="w-full max-w-md"
      actions={
        <SubmitButton look="plain" busyLabel="Changing...">
          Change Password
        </SubmitButton>
      }
    >
      {/* Password managers read from this field which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={me.email ?? ""} readOnly hidden />
      <PasswordField label="Current Password" autoComplete="current-password" {...form.bind("current")} />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...form.bind("password")}
      />
    </Form>
  );
}
