import { useQuery } from "@tanstack/react-query";
import { AccountDeletion } from "#contract/account.ts";
import { api } from "../../core/api.ts";
import { paths } from "../../core/paths.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { AccountPart } from "./account-part.tsx";
import { toast } from "../../ui/toast.ts";
import { toastOnArrival } from "../../ui/waiting-toast.ts";
import { useMe } from "../../core/viewer.ts";
import { leaveFor } from "../../core/leave.ts";
import { HandOverFirst, WhatGoes } from "./delete-account-words.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { PhotosChoice } from "./photos-choice.tsx";
import { type Account, accountQuery } from "../people/queries.ts";

/**
 * Says what is deleted, asks whether the photos stay, and deletes the account after the email and the password (if it
 * has one) are typed. The only admin of a squad with other members must hand over first.
 */
export const DeleteAccountDialog = (state: DialogState) => (
  <Dialog {...state} title="Delete your account?" text="This cannot be undone.">
    <Content onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function Content({ onDone }: { onDone: () => void }) {
  // Each opening fetches the account again, because memberships may have changed.
  const query = useQuery({ ...accountQuery, queryKey: [...accountQuery.queryKey, "ending"], gcTime: 0 });
  return (
    <AccountPart query={query} label="Looking what is yours...">
      {(account) =>
        account.handOver.length > 0 ? (
          <HandOverFirst squads={account.handOver} onDone={onDone} />
        ) : (
          <DeleteForm account={account} onDone={onDone} />
        )
      }
    </AccountPart>
  );
}

function DeleteForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const me = useMe();
  const form = useSchemaForm(AccountDeletion, {
    defaultValues: { confirm: "", password: "", photos: "leave" },
    send: async ({ password, ...body }) => {
      const { abandonUploads } = await import("../../media/uploads/upload-queue.ts");
      await api("DELETE /api/account", { body: { ...body, ...(account.hasPassword && { password }) } });
      // The uploads on this device belong to a deleted account. Copies that cannot be deleted now expire after a week.
      await abandonUploads(me.id).catch(() => undefined);
      toastOnArrival({ title: "Account deleted", text: "Thanks for the waves. You are always welcome back." });
      await leaveFor(paths.home);
    },
    onProblem: () => toast({ title: "Account Not Deleted", text: "Failed to delete your account", look: "danger" }),
  });
  return (
    <Form
      form={form}
      className="gap-5"
      onCancel={onDone}
      actions={
        <SubmitButton look="danger" busyLabel="Deleting...">
          Delete My Account
        </SubmitButton>
      }
    >
      <WhatGoes ending={account.ending} />
      {account.photoCount > 0 && <PhotosChoice count={account.photoCount} {...form.fields.register("photos")} />}
      <InputField
        label="Your email, to confirm"
        hint={me.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.bind("confirm")}
      />
      {account.hasPassword && (
        <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
      )}
    </Form>
  );
}
