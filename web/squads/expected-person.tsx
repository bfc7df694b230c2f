import { useMutation } from "@tanstack/react-query";
import { Merge, Pencil, UserMinus } from "lucide-react";
import { useRef, useState } from "react";
import type { Person } from "#contract/people.ts";
import { api } from "../core/api.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { useFocusAfter } from "../ui/focus-after.ts";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";

const MergeDialog = onDemand(async () => (await import("./merge-dialog.tsx")).MergeDialog);
const RenameDialog = onDemand(async () => (await import("./rename-expected-dialog.tsx")).RenameExpectedDialog);

/** A person in the crew whom the squad expects, with a menu to rename and remove them. */
export function ExpectedPerson({ squadId, person, isAdmin }: { squadId: string; person: Person; isAdmin: boolean }) {
  const [isRenaming, setRenaming] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  useFocusAfter(line);
  const params = { id: squadId, userId: person.id };
  // The hint of the change refreshes the page.
  const remove = useMutation({
    mutationFn: () => api("DELETE /api/squads/:id/expected/:userId", { params }),
    onError: (error) => tellProblem(error, "Error", "The name could not be removed. Please try again."),
  });
  const name = fullNameOf(person);
  return (
    <li ref={line} className="flex items-center gap-3 rounded-card border border-dashed border-line p-3">
      <Avatar person={person} className="opacity-60 grayscale" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="truncate font-semibold text-soft">{name}</p>
        <p className="text-sm leading-tight text-soft">Not here yet</p>
      </div>
      <Menu
        label={`Manage ${name}`}
        align="end"
        entries={[
          {
            id: "rename",
            label: "Rename",
            icon: <Pencil aria-hidden="true" size={18} />,
            onSelect: () => setRenaming(true),
          },
          ...(isAdmin
            ? [
                {
                  id: "merge",
                  label: "Is Here Already",
                  icon: <Merge aria-hidden="true" size={18} />,
                  onSelect: () => setMerging(true),
                },
              ]
            : []),
          {
            id: "remove",
            label: "Expect No Longer",
            icon: <UserMinus aria-hidden="true" size={18} />,
            onSelect: () => remove.mutate(),
            separated: true,
          },
        ]}
      />
      <RenameDialog squadId={squadId} person={person} open={isRenaming} onOpenChange={setRenaming} />
      {isAdmin && (
        <MergeDialog squadId={squadId} person={person} isExpected open={isMerging} onOpenChange={setMerging} />
      )}
    </li>
  );
}
