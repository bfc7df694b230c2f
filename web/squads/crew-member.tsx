import { useRef } from "react";
import { Check, KeyRound, Merge, Shield, ShieldOff, UserMinus } from "lucide-react";
import type { CrewCard } from "#contract/squads.ts";
import type { SeatCard } from "#contract/seats.ts";
import { plural } from "#contract/locale.ts";
import { Link, paths } from "../core/link.tsx";
import { tellProblem } from "../core/tell-problem.ts";
import { useMe } from "../core/viewer.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Chip } from "../ui/chip.tsx";
import { useFocusAfter } from "../ui/focus-after.ts";
import { Menu } from "../ui/menu.tsx";
import { useChangeRole } from "./changes.ts";
import type { SeatHelp } from "./seat-dialogs.tsx";
import { SeatLine } from "./seat-line.tsx";

/** A member of a squad. `mayManage` adds a menu, except on the viewer's own line. */
export function CrewMember({
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
