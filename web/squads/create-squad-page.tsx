import { useQueryClient } from "@tanstack/react-query";
import { defaultDescription } from "#contract/squad-description.ts";
import { NewSquad } from "#contract/squads.ts";
import { refreshMemberships } from "../core/queries.ts";
import { api } from "../core/api.ts";
import { TextLink, navigate, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Card } from "../ui/card.tsx";
import { Form, SubmitButton, useSchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { TextareaField } from "../ui/inputs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { toast } from "../ui/toast.ts";
import { NeedsAccount } from "../accounts/seat/needs-account.tsx";
import { useMe } from "../core/viewer.ts";

const Fields = NewSquad.pick({ name: true, description: true });

/** Creates a private squad with its creator as admin, and opens it with the dialog that invites people. */
export function CreateSquadPage() {
  usePageTitle("Create a Squad");
  const { isSeat } = useMe();
  return (
    <div className="narrow-page grid grid-cols-1 gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="Create a Squad" text="The standing crew behind every trip." />
      <Card className="p-5 sm:p-8">
        {isSeat ? <NeedsAccount text="Keep your seat, and you can create squads of your own." /> : <CreateSquad />}
      </Card>
      <p className="text-center text-soft">
        Is your crew here already? <TextLink to={paths.findSquad}>Find a Squad</TextLink>
      </p>
    </div>
  );
}

function CreateSquad() {
  const me = useMe();
  const client = useQueryClient();
  const form = useSchemaForm(Fields, {
    name: "squad",
    defaultValues: { name: "", description: "" },
    send: async ({ name, description }) => {
      const body = { name, description: description || defaultDescription(name), isPublic: false };
      const { id } = await api("POST /api/squads", { body });
      void refreshMemberships(client);
      toast({ title: "Squad Created!", text: `${name} is ready. Now bring your crew.` });
      navigate(paths.squad(id, "invite"));
    },
    onProblem: (error) => tellProblem(error, "Error Creating Squad", "Failed to create squad"),
  });

  return (
    <Form form={form} actions={<SubmitButton busyLabel="Creating...">Create Squad</SubmitButton>}>
      <InputField
        label="Squad Name"
        placeholder="Dawn Patrol"
        autoComplete="off"
        maxLength={100}
        {...form.bind("name")}
      />
      <TextareaField
        label="Description"
        hint="Optional. What brings you together?"
        rows={3}
        {...form.bind("description")}
      />
      <div className="grid grid-cols-1 gap-2">
        <h2 className="text-sm font-bold">Squad Leader</h2>
        <div className="flex items-center gap-3 rounded-tile bg-tint p-3">
          <Avatar person={me} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{fullNameOf(me)}</p>
            <p className="text-sm wrap-anywhere text-soft">{me.email}</p>
          </div>
        </div>
        <p className="text-sm text-soft">
          You will be the squad's admin. It starts private: people join by your invite link.
        </p>
      </div>
    </Form>
  );
}
