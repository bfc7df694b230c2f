import { Pencil } from "lucide-react";
import { useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { Link, paths } from "../core/link.tsx";
import { WaitsMark } from "../core/outbox/waits-mark.ts";
import { useDialog } from "../core/use-opening.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { useMe } from "../core/viewer.ts";
import { CountedTitle } from "./counted-title.tsx";

const FeelingDialog = onDemand(async () => (await import("./feeling-dialog.tsx")).FeelingDialog);

/** The number of people before the button that shows the rest. */
const shownAtFirst = 24;

/** The crew as a row of faces with moods, which scrolls sideways. In a large crew a button shows everybody in several rows. */
export function CrewList({
  tripId,
  members,
  count,
}: {
  tripId: string;
  members: readonly TripMember[];
  count: number;
}) {
  const me = useMe();
  const [all, setAll] = useState(false);
  const [editing, setEditing] = useDialog("feeling");
  const own = members.find(({ userId }) => userId === me.id);
  const shown = all ? members : members.slice(0, shownAtFirst);
  return (
    <section
      aria-labelledby="crew"
      className="grid gap-1.5 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:gap-x-5"
    >
      <CountedTitle id="crew" title="The Crew" count={count} one="crew member" other="crew members" />
      {count === 0 ? (
        <p className="text-soft">Nobody is on the crew. An organizer can add people.</p>
      ) : (
        <ul className={cx(all ? "flex flex-wrap" : "sideways lg:[--before:4px]", "gap-x-5 gap-y-2")}>
          {shown.map((member) => (
            <li key={member.id} className="flex max-w-60 shrink-0 snap-start items-center gap-1">
              <Link
                to={paths.profile(member.userId)}
                className="group flex min-h-12 min-w-0 flex-1 items-center gap-2.5"
              >
                <Avatar person={member.user} className={cx(member.isExpected && "opacity-60 grayscale")} />
                <span className="grid min-w-0 leading-snug">
                  <span
                    className={cx("truncate font-semibold group-hover:underline", member.isExpected && "text-soft")}
                  >
                    {fullNameOf(member.user)}
                    {member.userId === me.id && " (you)"}
                  </span>
                  <Feeling member={member} />
                  {member === own && <WaitsMark call="PATCH /api/trips/:id/members/me" of={tripId} />}
                </span>
              </Link>
              {member === own && (
                <IconButton
                  label={own.mood === null && own.excitementLevel === null ? "Say how you feel" : "Change how you feel"}
                  onClick={() => setEditing(true)}
                  {...FeelingDialog.hint}
                >
                  <Pencil aria-hidden="true" size={18} />
                </IconButton>
              )}
            </li>
          ))}
          {members.length > shownAtFirst && !all && (
            <li className="shrink-0">
              <button
                type="button"
                className="edge grid size-12 place-items-center rounded-full bg-card font-bold hover:bg-tint"
                onClick={() => setAll(true)}
              >
                <span aria-hidden="true">+{members.length - shownAtFirst}</span>
                <span className="sr-only">Show all {members.length}</span>
              </button>
            </li>
          )}
        </ul>
      )}
      {own && <FeelingDialog open={editing} onOpenChange={setEditing} tripId={tripId} member={own} />}
    </section>
  );
}

/** "stoked · 9/10", or only the part that the person set. A person whom the squad expects is not here yet. */
function Feeling({ member: { mood, excitementLevel, isExpected } }: { member: TripMember }) {
  const level = excitementLevel === null ? null : `${excitementLevel}/10`;
  const said = isExpected ? "Not here yet" : [mood, level].filter(Boolean).join(" · ");
  return said === "" ? null : <span className="truncate text-sm text-soft">{said}</span>;
}
