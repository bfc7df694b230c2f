import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CrewCard, Squad } from "#contract/squads.ts";
import { outlineQuery } from "../media/queries.ts";
import { squadMembersQuery } from "../trips/queries.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useRemoveMember } from "./changes.ts";
import { CrewMember } from "./crew-member.tsx";

const ConfirmDialog = onDemand(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);

const shownAtFirst = 12;

/** The members of a squad in the order they joined; admins change roles and remove members. */
export function SquadCrew({ squad, members }: { squad: Squad; members: readonly CrewCard[] }) {
  const [all, setAll] = useState(false);
  const [leaving, setLeaving] = useState<CrewCard>();
  const remove = useRemoveMember(squad.id);
  // `members` holds the first 200, so the whole list loads on demand.
  const rest = useQuery({ ...squadMembersQuery(squad.id), enabled: all && members.length < squad.memberCount });
  const known = rest.data ?? members;
  // The gallery of this page asks for the same outline, which counts the photos of each person.
  const { data: outline } = useQuery(outlineQuery({ squadId: squad.id }, {}));
  const photosOf = (userId: string) => outline && (outline.people.find(({ id }) => id === userId)?.count ?? 0);
  // The admin who joined first: the creator, while they are an admin.
  const leader = members.find(({ role }) => role === "admin");
  const shown = all ? known : known.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="crew" className="grid gap-5">
      <h2 id="crew" className="title text-3xl">
        The Crew
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((member) => (
          <CrewMember
            key={member.id}
            member={member}
            photoCount={photosOf(member.userId)}
            isLeader={member.id === leader?.id}
            squadId={squad.id}
            mayManage={squad.role === "admin"}
            onRemove={setLeaving}
          />
        ))}
      </ul>
      {squad.memberCount > shownAtFirst && (
        <Button
          size="sm"
          className="justify-self-start"
          busy={rest.isFetching && "Loading..."}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? "Show Less" : `Show All ${squad.memberCount}`}
        </Button>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && setLeaving(undefined)}
        title={`Remove ${leaving ? fullNameOf(leaving.user) : "member"}?`}
        text="They leave the squad and all its trips, and their votes in open awards go. The invite link is renewed, so the old one lets nobody in. They come back only by an invitation, or when an admin lets them in."
        action="Remove from Squad"
        busyLabel="Removing..."
        onConfirm={async () => leaving && remove.mutateAsync(leaving.userId)}
      />
    </section>
  );
}
