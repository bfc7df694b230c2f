import { useQuery } from "@tanstack/react-query";
import { AccountEnd } from "#contract/account.ts";
import { ApiError, api, sentenceOf } from "../api.ts";
import { paths } from "../paths.ts";
import { goSignIn } from "../shell/sign-in-first.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/inputs.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { toast } from "../ui/toast.ts";
import { toastOnArrival } from "../ui/waiting-toast.ts";
import { useMe } from "../viewer.ts";
import { leaveFor } from "./auth-leave.ts";
import { HandOverFirst, WhatGoes } from "./delete-account-words.tsx";
import { PasswordField } from "./password-field.tsx";
import { PhotosChoice } from "./photos-choice.tsx";
import { type Account, accountQuery } from "./queries.ts";

/** Says what goes and what stays, and deletes the account of whoever types its email and password. */
export const DeleteAccountDialog = (state: DialogState) => (
  <Dialog {...state} title="Delete your account?" text="This cannot be undone.">
    <Content onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function Content({ onDone }: { onDone: () => void }) {
  // Asked anew each time: others may have joined, left or handed over since.
  const { data: account, error, refetch, isFetching } = useQuery({ ...accountQuery, staleTime: 0 });
  if (error)
    return (
      <ErrorState
        title="This did not come through"
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!account || isFetching)
    return (
      <Loading label="Looking what is yours..." className="grid gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </Loading>
    );
  if (account.handOver.length > 0) return <HandOverFirst squads={account.handOver} onDone={onDone} />;
  return <DeleteForm account={account} onDone={onDone} />;
}

function DeleteForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const me = useMe();
  const form = useSchemaForm(AccountEnd, {
    defaultValues: { confirm: "", password: "", photos: "leave" },
    send: async ({ password, ...body }) => {
      await api("DELETE /api/account", { body: { ...body, ...(account.hasPassword && { password }) } });
      // What was still to be uploaded lies on this device, for somebody who can never log in again.
      await (await import("../media/uploads/upload-queue.ts")).abandonUploads();
      toastOnArrival({ title: "Account deleted", text: "Thanks for the waves. You are always welcome back." });
      await leaveFor(paths.home);
    },
    onProblem: (error) => {
      if (error instanceof ApiError && error.code === "not_signed_in") return goSignIn();
      return toast({ title: "Account Not Deleted", text: "Failed to delete your account", look: "danger" });
    },
  });
  return (
    <Form
      form={form}
      className="gap-5"
      onCancel={onDone}
      actions={
        <SubmitButton form={form} look="danger" busyLabel="Deleting...">
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
