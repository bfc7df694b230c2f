import { useQueryClient } from "@tanstack/react-query";
import { ProfileEdit } from "#contract/people.ts";
import { api } from "../../core/api.ts";
import { refreshKeys } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";
import { ChoosePhoto } from "../../media/uploads/choose-photo.tsx";
import { useImageUpload } from "../../media/uploads/use-image-upload.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { useMe } from "../../core/viewer.ts";

/** Edits the viewer's photo, bio and how to pay them. */
export const EditProfileDialog = (state: DialogState) => (
  <Dialog {...state} title="Edit Profile">
    <EditProfileForm onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function EditProfileForm({ onDone }: { onDone: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const form = useSchemaForm(ProfileEdit, {
    name: "profile",
    defaultValues: { bio: me.bio ?? "", profileImageUrl: me.profileImageUrl, payTo: me.payTo ?? "" },
    send: async ({ bio, profileImageUrl, payTo }) => {
      const body = { bio: bio || null, profileImageUrl, payTo: payTo || null };
      const user = await api("PATCH /api/auth/user", { body });
      client.setQueryData(keys.me, user);
      // All these queries show the viewer's picture.
      void refreshKeys(client, [keys.person(me.id), keys.members, keys.dashboard, ["squad"], ["trip"], keys.awards]);
      toast({ title: "Profile updated", text: "Your profile has been updated successfully" });
      onDone();
    },
    // The form itself shows the server's reason, so the toast says only what failed.
    onProblem: () => toast({ title: "Error", text: "Failed to update profile", look: "danger" }),
  });
  const { setValue, watch } = form.fields;
  const upload = useImageUpload("profile", {
    failed: "Failed to upload profile photo",
    done: "Your profile photo has been updated",
    keep: (path) => setValue("profileImageUrl", path),
  });
  const profileImageUrl = watch("profileImageUrl") ?? null;

  return (
    <Form
      form={form}
      onCancel={onDone}
      actions={
        <SubmitButton busyLabel="Saving..." disabled={upload.progress !== undefined}>
          Save Changes
        </SubmitButton>
      }
    >
      <div className="flex flex-wrap items-center gap-5">
        {upload.preview === undefined ? (
          <Avatar person={{ ...me, profileImageUrl }} size="xl" />
        ) : (
          <img src={upload.preview} alt="" className="edge size-28 rounded-full object-cover" />
        )}
        <div className="grid gap-2">
          <ChoosePhoto label="Change Photo" upload={upload} />
          {(profileImageUrl ?? upload.preview) && (
            <Button size="sm" look="quiet" onClick={upload.remove}>
              Remove Photo
            </Button>
          )}
        </div>
      </div>
      <TextareaField
        label="Bio"
        placeholder="Tell your crew about yourself..."
        maxLength={500}
        rows={5}
        {...form.bind("bio")}
      />
      <InputField
        label="How to pay me"
        hint="An IBAN or a link. Only people who owe you see it."
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...form.bind("payTo")}
      />
    </Form>
  );
}
