import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Person } from "#contract/people.ts";
import type { CrewCard, Squad } from "#contract/squads.ts";
import { outlineQuery } from "../media/queries.ts";
import { squadMembersQuery } from "../trips/queries.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useRemoveMember } from "./changes.ts";
import { CrewMember } from "./crew-member.tsx";
import { ExpectedPerson } from "./expected-person.tsx";
import { squadSeatsQuery } from "./queries.ts";
import type { SeatHelp } from "./seat-dialogs.tsx";

const ConfirmDialog = onDemand(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);
const SeatDialogs = onDemand(async () => (await import("./seat-dialogs.tsx")).SeatDialogs);

/**
 * All members of a squad in the order they joined, with what they did on its trips, and the people whom it expects. Admins change roles,
 * help with seats and remove members.
 */
export function CrewMembers({
  squad,
  members,
  expected,
  leaderId,
}: {
  squad: Squad;
  /** The first 200. The list loads the others. */
  members: readonly CrewCard[];
  expected: readonly Person[];
  /** The id of the leader's membership. */
  leaderId: string | undefined;
}) {
  const [leaving, setLeaving] = useState<CrewCard>();
  const [helping, setHelping] = useState<{ readonly person: Person; readonly help: SeatHelp }>();
  const remove = useRemoveMember(squad.id);
  const isAdmin = squad.role === "admin";
  const { data: all } = useQuery({ ...squadMembersQuery(squad.id), enabled: members.length < squad.memberCount });
  // The gallery of this page asks for the same outline, which counts the photos of each person.
  const { data: outline } = useQuery(outlineQuery({ squadId: squad.id }, {}));
  const { data: seats } = useQuery({ ...squadSeatsQuery(squad.id), enabled: isAdmin });
  const photosOf = (userId: string) => outline && (outline.people.find(({ id }) => id === userId)?.count ?? 0);
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {(all ?? members).map((member) => (
          <CrewMember
            key={member.id}
            member={member}
            photoCount={photosOf(member.userId)}
            isLeader={member.id === leaderId}
            squadId={squad.id}
            mayManage={isAdmin}
            seat={seats?.find(({ user }) => user.id === member.userId)}
            onHelp={(help) => setHelping({ person: member.user, help })}
            onRemove={setLeaving}
          />
        ))}
        {expected.map((person) => (
          <ExpectedPerson key={person.id} squadId={squad.id} person={person} isAdmin={isAdmin} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && setLeaving(undefined)}
        title={`Remove ${leaving ? fullNameOf(leaving.user) : "member"}?`}
        text="They leave the squad and all its trips, and their votes in open awards go. The invite link is renewed, so the old one lets nobody in. They come back only by an invitation, or when an admin lets them in."
        action="Remove from Squad"
        busyLabel="Removing..."
        onConfirm={async () => leaving && remove.mutateAsync(leaving.userId)}
      />
      <SeatDialogs
        squadId={squad.id}
        person={helping?.person}
        help={helping?.help}
        open={helping !== undefined}
        onOpenChange={(open) => !open && setHelping(undefined)}
      />
    </>
  );
}
