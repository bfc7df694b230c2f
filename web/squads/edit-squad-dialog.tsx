import { useQueryClient } from "@tanstack/react-query";
import { ownDescription } from "#contract/squad-description.ts";
import { type SquadOverview, refreshMemberships } from "../core/queries.ts";
import { api } from "../core/api.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { CheckboxField, TextareaField } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.ts";
import { CoverField, useCoverUpload } from "./cover-field.tsx";
import { UnusableLink, photoAddressOf } from "./photo-address.ts";
import { SquadFields } from "./squad-fields.ts";

/** Edits a squad's settings, for its members. Only admins make it public or private. */
export const EditSquadDialog = ({ squad, ...state }: DialogState & { squad: SquadOverview["squad"] }) => (
  <Dialog {...state} title="Edit Squad">
    <EditSquadForm squad={squad} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function EditSquadForm({ squad, onDone }: { squad: SquadOverview["squad"]; onDone: () => void }) {
  const client = useQueryClient();
  const { name, photoUrl, isPublic, takesSeats, showsCrew } = squad;
  const showsFaces = squad.showsFaces ?? true;
  const maySetPublic = squad.role === "admin" && !squad.isDemo;
  const form = useSchemaForm(SquadFields, {
    name: `squad ${squad.id}`,
    defaultValues: {
      name,
      // The default has the name of today, and would stay when that changes.
      description: ownDescription(squad),
      photoUrl: photoUrl ?? "",
      isPublic,
      takesSeats,
      showsCrew,
      showsFaces,
    },
    send: async ({ photoUrl, isPublic, takesSeats, showsCrew, showsFaces, ...rest }) => {
      const body = {
        ...rest,
        photoUrl: photoAddressOf(photoUrl, location.origin),
        ...(maySetPublic && { isPublic, takesSeats, showsCrew, showsFaces }),
      };
      await api("PUT /api/squads/:id", { params: { id: squad.id }, body });
      await refreshMemberships(client);
      toast({ title: "Squad updated", text: "Your changes are live for the whole crew." });
      onDone();
    },
    onProblem: (error) => {
      const otherwise = error instanceof UnusableLink ? error.message : "Failed to update squad. Please try again.";
      tellProblem(error, "Error", otherwise);
    },
  });
  const upload = useCoverUpload(form);
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
      <InputField label="Squad Name" autoComplete="off" {...form.bind("name")} />
      <TextareaField label="Description" rows={3} {...form.bind("description")} />
      <CoverField squad={squad} form={form} upload={upload} />
      {maySetPublic && (
        <>
          <CheckboxField
            label="Public squad"
            hint="Anyone can find it and join it, and visitors see its photos. A private one opens by invite link only."
            {...form.fields.register("isPublic")}
          />
          <CheckboxField
            label="Friends can take a seat without an account"
            hint="Whoever has the invite link joins with one name."
            {...form.fields.register("takesSeats")}
          />
          <CheckboxField
            label="Show the crew on the invitation"
            hint="The page of the invite link shows first names and faces of five members, and the next trip."
            {...form.fields.register("showsCrew")}
          />
          <CheckboxField
            label="Pictures to share with faces"
            hint="Winners have their profile photos and proofs. Switched off, there are first names and words alone."
            {...form.fields.register("showsFaces")}
          />
        </>
      )}
    </Form>
  );
}
