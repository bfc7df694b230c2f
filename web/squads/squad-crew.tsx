import { useRef, useState } from "react";
import type { Person } from "#contract/people.ts";
import type { CrewCard, Squad } from "#contract/squads.ts";
import { plural } from "#contract/locale.ts";
import { Link, paths } from "../core/link.tsx";
import { useMe } from "../core/viewer.ts";
import { CountedTitle } from "../trips/counted-title.tsx";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { near } from "../ui/near.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useWhole } from "./use-whole.ts";

const ExpectDialog = onDemand(async () => (await import("./expect-dialog.tsx")).ExpectDialog);
const CrewMembers = near(
  async () => (await import("./crew-members.tsx")).CrewMembers,
  <Loading label="Loading members..." className="grid gap-3" each="h-20 rounded-card" count={3} />,
);

/** The number of people before the button that shows the rest. */
const shownAtFirst = 24;

/**
 * The members of a squad as a row of faces that scrolls sideways, in the order they joined, and then the people whom it expects. A button
 * shows them as a list, in which admins manage the members.
 */
export function SquadCrew({
  squad,
  members,
  expected,
}: {
  squad: Squad;
  members: readonly CrewCard[];
  expected: readonly Person[];
}) {
  const [all, setAll] = useWhole("crew");
  const [isExpecting, setExpecting] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  // The admin who joined first: the creator, while they are an admin.
  const leader = members.find(({ role }) => role === "admin");
  const count = squad.memberCount + expected.length;
  const faces = [
    ...members.map((member) => ({ user: member.user, member })),
    ...expected.map((user) => ({ user, member: undefined })),
  ];
  return (
    <section aria-labelledby="crew" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CountedTitle id="crew" title="The Crew" count={squad.memberCount} one="member" other="members" />
        <div className="flex flex-wrap gap-2">
          {count > 1 && (
            <Button ref={toggle} size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show Less" : squad.role === "admin" ? "Manage Members" : "All Members"}
            </Button>
          )}
          {squad.role !== null && !squad.isDemo && (
            <Button size="sm" onClick={() => setExpecting(true)} {...ExpectDialog.hint}>
              Who Is Still to Come?
            </Button>
          )}
        </div>
      </div>
      {all ? (
        <CrewMembers squad={squad} members={members} expected={expected} leaderId={leader?.id} />
      ) : (
        <ul className="sideways gap-x-5">
          {faces.slice(0, shownAtFirst).map(({ user, member }) => (
            <li key={user.id} className="max-w-60 shrink-0 snap-start">
              <Face user={user} member={member} isLeader={member !== undefined && member === leader} />
            </li>
          ))}
          {count > shownAtFirst && (
            <li className="shrink-0">
              <button
                type="button"
                className="edge grid size-12 place-items-center rounded-full bg-card font-bold hover:bg-tint"
                onClick={() => {
                  // This button goes, and would take the focus with it.
                  toggle.current?.focus();
                  setAll(true);
                }}
              >
                <span aria-hidden="true">+{count - shownAtFirst}</span>
                <span className="sr-only">Show all {count}</span>
              </button>
            </li>
          )}
        </ul>
      )}
      <ExpectDialog squadId={squad.id} expected={expected} open={isExpecting} onOpenChange={setExpecting} />
    </section>
  );
}

/** A face with its name, which leads to the person. Without `member` it is somebody whom the squad expects. */
function Face({ user, member, isLeader }: { user: Person; member: CrewCard | undefined; isLeader: boolean }) {
  const me = useMe();
  const look = "group flex min-h-12 min-w-0 items-center gap-2.5";
  const words = (
    <span className="grid min-w-0 leading-snug">
      <span className={cx("truncate font-semibold", member ? "group-hover:underline" : "text-soft")}>
        {fullNameOf(user)}
        {user.id === me.id && " (you)"}
      </span>
      <span className="truncate text-sm text-soft">{member ? aboutMember(member, isLeader) : "Not here yet"}</span>
    </span>
  );
  return member ? (
    <Link to={paths.profile(user.id)} className={look}>
      <Avatar person={user} />
      {words}
    </Link>
  ) : (
    <span className={look}>
      <Avatar person={user} className="opacity-60 grayscale" />
      {words}
    </span>
  );
}

/** "Squad Leader · stoked", "2 trips with you", or nothing. */
function aboutMember({ role, mood, tripsWithMe }: CrewCard, isLeader: boolean): string {
  const title = isLeader ? "Squad Leader" : role === "admin" && "Admin";
  const trips =
    !title &&
    tripsWithMe > 0 &&
    plural(tripsWithMe, { one: `${tripsWithMe} trip with you`, other: `${tripsWithMe} trips with you` });
  return [title, mood ?? trips].filter(Boolean).join(" · ");
}
