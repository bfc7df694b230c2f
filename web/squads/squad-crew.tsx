import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Check, KeyRound, Merge, Shield, ShieldOff, UserMinus } from "lucide-react";
import type { CrewCard, Squad } from "#contract/squads.ts";
import type { Person } from "#contract/people.ts";
import type { SeatCard } from "#contract/seats.ts";
import { squadSeatsQuery } from "./queries.ts";
import { plural } from "#contract/locale.ts";
import { outlineQuery } from "../media/queries.ts";
import { squadMembersQuery } from "../trips/queries.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { useFocusAfter } from "../ui/focus-after.ts";
import { near } from "../ui/near.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useChangeRole, useRemoveMember } from "./changes.ts";
import { Link, paths } from "../core/link.tsx";
import { tellProblem } from "../core/tell-problem.ts";
import { Chip } from "../ui/chip.tsx";
import { Menu } from "../ui/menu.tsx";
import { useMe } from "../core/viewer.ts";
import type { SeatHelp } from "./seat-dialogs.tsx";

const ConfirmDialog = onDemand(async () => (await import("../ui/confirm-dialog.tsx")).ConfirmDialog);

const ExpectedPerson = near(async () => (await import("./expected-person.tsx")).ExpectedPerson);
const ExpectDialog = onDemand(async () => (await import("./expect-dialog.tsx")).ExpectDialog);
const SeatLine = near(async () => (await import("./seat-line.tsx")).SeatLine);
const SeatDialogs = onDemand(async () => (await import("./seat-dialogs.tsx")).SeatDialogs);

const shownAtFirst = 12;

/** The members of a squad in the order they joined; admins change roles and remove members. */
export function SquadCrew({
  squad,
  members,
  expected,
}: {
  squad: Squad;
  members: readonly CrewCard[];
  expected: readonly Person[];
}) {
  const [all, setAll] = useState(false);
  const [leaving, setLeaving] = useState<CrewCard>();
  const [isExpecting, setExpecting] = useState(false);
  const [helping, setHelping] = useState<{ readonly person: Person; readonly help: SeatHelp }>();
  const remove = useRemoveMember(squad.id);
  // `members` holds the first 200, so the whole list loads on demand.
  const rest = useQuery({ ...squadMembersQuery(squad.id), enabled: all && members.length < squad.memberCount });
  const known = rest.data ?? members;
  // The gallery of this page asks for the same outline, which counts the photos of each person.
  const { data: outline } = useQuery(outlineQuery({ squadId: squad.id }, {}));
  const isAdmin = squad.role === "admin";
  const { data: seats } = useQuery({ ...squadSeatsQuery(squad.id), enabled: isAdmin });
  const photosOf = (userId: string) => outline && (outline.people.find(({ id }) => id === userId)?.count ?? 0);
  // The admin who joined first: the creator, while they are an admin.
  const leader = members.find(({ role }) => role === "admin");
  const shown = all ? known : known.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="crew" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="crew" className="title text-3xl">
          The Crew
        </h2>
        {squad.role !== null && !squad.isDemo && (
          <Button size="sm" onClick={() => setExpecting(true)} {...ExpectDialog.hint}>
            Who Is Still to Come?
          </Button>
        )}
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((member) => (
          <CrewMember
            key={member.id}
            member={member}
            photoCount={photosOf(member.userId)}
            isLeader={member.id === leader?.id}
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
      <ExpectDialog squadId={squad.id} expected={expected} open={isExpecting} onOpenChange={setExpecting} />
      <SeatDialogs
        squadId={squad.id}
        person={helping?.person}
        help={helping?.help}
        open={helping !== undefined}
        onOpenChange={(open) => !open && setHelping(undefined)}
      />
    </section>
  );
}

/** A member of a squad. `mayManage` adds a menu, except on the viewer's own line. */
function CrewMember({
  member,
  photoCount,
  isLeader,
  squadId,
  mayManage,
  seat,
  onRemove,
  onHelp,
}: {
  member: CrewCard;
  /** Undefined until it is known. */
  photoCount: number | undefined;
  isLeader: boolean;
  squadId: string;
  mayManage: boolean;
  /** How they sat down, for an admin. Undefined for members with an account. */
  seat: SeatCard | undefined;
  onRemove: (member: CrewCard) => void;
  onHelp: (help: SeatHelp) => void;
}) {
  const me = useMe();
  const line = useRef<HTMLLIElement>(null);
  useFocusAfter(line);
  const { mutate } = useChangeRole(squadId);
  const isMe = member.userId === me.id;
  const isAdmin = member.role === "admin";
  const name = fullNameOf(member.user);
  const changeRole = () =>
    mutate(
      { userId: member.userId, role: isAdmin ? "member" : "admin" },
      { onError: (error) => tellProblem(error, "Error", "Failed to update squad. Please try again.") },
    );
  return (
    <li ref={line} className="flex items-center gap-3 rounded-card border border-line bg-card p-3">
      <Avatar person={member.user} />
      <div className="grid min-w-0 flex-1 gap-1">
        <Link to={paths.profile(member.userId)} className="truncate font-semibold hover:underline">
          {name}
        </Link>
        <p className="steady min-h-5 text-sm leading-tight text-soft">{historyOf(member, photoCount)}</p>
        {seat && <SeatLine seat={seat} />}
        {(isAdmin || isMe || member.mood) && (
          <p className="flex flex-wrap gap-1.5">
            {isAdmin && <Chip look="spot">{isLeader ? "Squad Leader" : "Admin"}</Chip>}
            {isMe && <Chip>You</Chip>}
            {member.mood && (
              <Chip className="max-w-full py-1 leading-tight! wrap-anywhere whitespace-normal!">{member.mood}</Chip>
            )}
          </p>
        )}
      </div>
      {mayManage && !isMe && (
        <Menu
          label={`Manage ${name}`}
          align="end"
          entries={[
            ...(seat && !seat.confirmed
              ? [
                  {
                    id: "confirm",
                    label: "Confirm",
                    icon: <Check aria-hidden="true" size={18} />,
                    onSelect: () => onHelp("confirm"),
                  },
                ]
              : []),
            ...(seat
              ? [
                  {
                    id: "link",
                    label: "New Personal Link",
                    icon: <KeyRound aria-hidden="true" size={18} />,
                    onSelect: () => onHelp("link"),
                  },
                  {
                    id: "merge",
                    label: "Sat Down Twice",
                    icon: <Merge aria-hidden="true" size={18} />,
                    onSelect: () => onHelp("merge"),
                  },
                ]
              : // An admin needs an account.
                [
                  {
                    id: "role",
                    label: isAdmin ? "Make Member" : "Make Admin",
                    icon: isAdmin ? (
                      <ShieldOff aria-hidden="true" size={18} />
                    ) : (
                      <Shield aria-hidden="true" size={18} />
                    ),
                    onSelect: changeRole,
                  },
                ]),
            {
              id: "remove",
              label: "Remove from Squad",
              icon: <UserMinus aria-hidden="true" size={18} />,
              onSelect: () => onRemove(member),
              separated: true,
            },
          ]}
        />
      )}
    </li>
  );
}

/** "2 trips with you · 14 photos". */
function historyOf({ tripsWithMe }: CrewCard, photoCount: number | undefined): string {
  const facts = [
    tripsWithMe > 0 &&
      plural(tripsWithMe, { one: `${tripsWithMe} trip with you`, other: `${tripsWithMe} trips with you` }),
    photoCount !== undefined &&
      photoCount > 0 &&
      plural(photoCount, { one: `${photoCount} photo`, other: `${photoCount} photos` }),
  ].filter(Boolean);
  return facts.length > 0 || photoCount === undefined ? facts.join(" · ") : "No photos yet";
}
