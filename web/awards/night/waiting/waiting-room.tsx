import { useQuery } from "@tanstack/react-query";
import { tripQuery } from "../../../core/queries.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Card } from "../../../ui/card.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { hereWords, useWaiting } from "./use-here.ts";

/** How many faces the room shows. */
const maxFaces = 24;

/** The crew of a night before its show: each face is grey until that person's page is open. */
export function WaitingRoom({ tripId }: { tripId: string }) {
  const here = useWaiting(tripId);
  const { data } = useQuery(tripQuery(tripId));
  if (!data) return <Skeleton className="h-44 rounded-card" />;
  // Names to come have no page to open.
  const crew = data.members.filter(({ isExpected }) => !isExpected);
  const more = crew.length - maxFaces;
  return (
    <Card className="grid gap-4 p-5">
      <h2 aria-live="polite" className="title steady text-2xl">
        {hereWords(
          crew.map(({ userId }) => userId),
          here,
        )}
      </h2>
      <ul className="flex flex-wrap gap-x-2 gap-y-3">
        {crew.slice(0, maxFaces).map(({ userId, user }) => {
          const isHere = here.has(userId);
          return (
            <li key={userId} className="relative grid w-14 grid-cols-1 justify-items-center gap-1.5">
              <Avatar
                person={user}
                className={cx(
                  "transition-[scale,opacity] duration-500 ease-[cubic-bezier(0.3,1.7,0.5,1)]",
                  isHere ? "shadow-[0_0_0_3px_var(--good)]" : "scale-[calc(1-0.12*var(--lift))] grayscale",
                )}
              />
              <span className="w-full truncate text-center text-xs font-semibold">{user.firstName}</span>
              {isHere && <span className="sr-only"> is here</span>}
            </li>
          );
        })}
        {more > 0 && <li className="self-center text-soft">and {more} more</li>}
      </ul>
    </Card>
  );
}
