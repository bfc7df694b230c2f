import { Pencil } from "lucide-react";
import { useState } from "react";
import type { TripMember } from "#contract/trips.ts";
import { Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useMe } from "../core/viewer.ts";

const FeelingDialog = onDemand(async () => (await import("./feeling-dialog.tsx")).FeelingDialog);

/** The number of people before the button that shows the rest. */
const shownAtFirst = 24;

/** The crew with moods and excitement. The row wraps on wide screens and scrolls sideways on narrow ones. */
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
  const [editing, setEditing] = useState(false);
  const own = members.find(({ userId }) => userId === me.id);
  const shown = all ? members : members.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="crew" className="grid gap-3">
      <h2 id="crew" className="title text-3xl">
        The Crew
      </h2>
      {count === 0 ? (
        <p className="text-soft">Nobody is on the crew. An organizer can add people.</p>
      ) : (
        <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:-mx-8 sm:scroll-px-8 sm:px-8 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0">
          {shown.map((member) => (
            <li
              key={member.id}
              className="flex max-w-72 shrink-0 snap-start items-center gap-2 rounded-tile bg-card py-2 pr-2 pl-3"
            >
              <Link to={paths.profile(member.userId)} className="group flex min-w-0 flex-1 items-center gap-3">
                <Avatar person={member.user} />
                <span className="grid min-w-0 leading-snug">
                  <span className="truncate font-semibold group-hover:underline">
                    {fullNameOf(member.user)}
                    {member.userId === me.id && " (you)"}
                  </span>
                  <Feeling member={member} />
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
        </ul>
      )}
      {members.length > shownAtFirst && !all && (
        <Button size="sm" onClick={() => setAll(true)}>
          Show all {members.length}
        </Button>
      )}
      {own && <FeelingDialog open={editing} onOpenChange={setEditing} tripId={tripId} member={own} />}
    </section>
  );
}

/** "stoked · 9/10", or only the part that the person set. */
function Feeling({ member: { mood, excitementLevel } }: { member: TripMember }) {
  const said = [mood, excitementLevel === null ? null : `${excitementLevel}/10`].filter(Boolean).join(" · ");
  return said === "" ? null : <span className="truncate text-sm text-soft">{said}</span>;
}
