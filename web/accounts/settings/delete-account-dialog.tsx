import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { AccountDeletion } from "#contract/account.ts";
import { formatCount, listed, plural } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { type Path, ButtonLink, TextLink, paths } from "../../core/link.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { AccountPart } from "./account-part.tsx";
import { toast } from "../../ui/toast.ts";
import { toastOnArrival } from "../../ui/waiting-toast.ts";
import { useMe } from "../../core/viewer.ts";
import { leaveFor } from "../../core/leave.ts";
import { leaveDevice } from "../../core/device/leave-device.ts";
import { PasswordField } from "../sign-in/password-field.tsx";
import { type Account, accountQuery } from "../people/queries.ts";
import { Button } from "../../ui/button.tsx";

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
      await leaveDevice();
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
      {account.photoCount + account.commentCount > 0 && (
        <SharedChoice photos={account.photoCount} comments={account.commentCount} {...form.fields.register("photos")} />
      )}
      {me.email === null ? (
        <InputField
          label="Your first name, to confirm"
          hint={me.firstName}
          autoComplete="off"
          {...form.bind("confirm")}
        />
      ) : (
        <InputField
          label="Your email, to confirm"
          hint={me.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.bind("confirm")}
        />
      )}
      {account.hasPassword && (
        <PasswordField label="Password" autoComplete="current-password" {...form.bind("password")} />
      )}
    </Form>
  );
}

/** Asks whether the viewer's photos and comments stay when the account is deleted. */
const SharedChoice = ({
  photos,
  comments,
  ...radio
}: { photos: number; comments: number } & ComponentProps<"input">) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1.5 text-sm font-bold">{sharedBy(photos, comments)}</legend>
    <Choice {...radio} value="leave" label="Leave them with their crews" hint="They stay, without your name." />
    <Choice
      {...radio}
      value="take"
      label="Delete them too"
      hint={
        photos > 0
          ? "They are gone for everyone, except photos that a friend added too."
          : "They are gone for everyone."
      }
    />
  </fieldset>
);

/** "The 3 photos you shared", "Your comment", "The photo you shared, and your 2 comments". */
function sharedBy(photos: number, comments: number): string {
  const [photoCount, commentCount] = [formatCount(photos), formatCount(comments)];
  const shared = plural(photos, { one: "The photo you shared", other: `The ${photoCount} photos you shared` });
  const said = plural(comments, { one: "comment", other: `${commentCount} comments` });
  if (comments === 0) return shared;
  return photos === 0 ? `Your ${said}` : `${shared}, and your ${said}`;
}

const Choice = ({ label, hint, ...radio }: { label: string; hint: string } & ComponentProps<"input">) => (
  <label className="flex min-h-11 items-start gap-3 py-2">
    <input {...radio} type="radio" className="mt-0.5 size-6 shrink-0 accent-(--action)" />
    <span className="grid">
      <span className="font-semibold">{label}</span>
      <span className="text-sm text-soft">{hint}</span>
    </span>
  </label>
);

/** Says what the server deletes with the account: among it each squad and trip that nobody else belongs to. */
function WhatGoes({ ending: { squads, trips } }: Pick<Account, "ending">) {
  const names = (things: readonly { readonly name: string }[]) => listed(things.map(({ name }) => name));
  return (
    <div className="grid gap-3">
      <p>
        Your profile and its photo, your votes in open awards, your likes and reactions, and your place in every squad
        and trip go. Decided awards keep their results, without your name.
      </p>
      {squads.length > 0 && (
        <p className="font-semibold wrap-anywhere">
          {plural(squads.length, {
            one: `You are the last member of ${names(squads)}: deleted with you, with all trips, photos and awards in it.`,
            other: `You are the last member of ${names(squads)}: deleted with you, with all trips, photos and awards in them.`,
          })}
        </p>
      )}
      {trips.length > 0 && (
        <p className="font-semibold wrap-anywhere">
          You are the last of the crew of {names(trips)}: deleted with you, with all photos and awards.
        </p>
      )}
    </div>
  );
}

/** Lists the squads that need another admin before the account can be deleted. */
const HandOverFirst = ({ squads, onDone }: { squads: Account["handOver"]; onDone: () => void }) => (
  <div className="grid gap-4">
    <p>You are the only admin of these squads. Please make someone else admin before you delete your account.</p>
    <ul className="grid gap-2">
      {squads.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
          <TextLink to={paths.squad(id)} className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {name}
          </TextLink>
          <ButtonLink to={crewOf(id)} size="sm">
            Make Somebody Admin
          </ButtonLink>
        </li>
      ))}
    </ul>
    <div className="flex justify-end">
      <Button look="quiet" onClick={onDone}>
        Close
      </Button>
    </div>
  </div>
);

/** The people on a squad's page, where admins change roles. It stands here because `paths` loads with the landing page. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an anchor keeps the path
const crewOf = (squadId: string) => `${paths.squad(squadId)}#crew` as Path;
