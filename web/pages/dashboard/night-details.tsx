import { useQuery } from "@tanstack/react-query";
import { plural } from "#contract/locale.ts";
import { Countdown } from "../../awards/night/countdown.tsx";
import { nightQuery } from "../../awards/night/queries.ts";
import { tookWords } from "../../awards/took-words.ts";
import { tripQuery } from "../../core/queries.ts";
import { Avatar } from "../../ui/avatar.tsx";
import type { TripOfNight } from "./next-night.ts";

const maxFaces = 6;

/** Before a night its countdown and who is done, after it whose night it was. */
export function NightDetails({ trip: { id, night } }: { trip: TripOfNight }) {
  if (night.stage === "over") return <Took tripId={id} />;
  if (night.stage === "closed") return <p className="text-lg text-soft">The envelopes are sealed.</p>;
  return (
    <div className="grid max-w-md gap-3">
      {night.startsAt !== null && <Countdown until={night.startsAt} />}
      <Done tripId={id} />
    </div>
  );
}

function Took({ tripId }: { tripId: string }) {
  const { data } = useQuery(tripQuery(tripId));
  return data && <p className="text-lg font-semibold">{tookWords(data.nightWinners)}</p>;
}

/** The faces of those who have answered all awards, and their number. */
function Done({ tripId }: { tripId: string }) {
  const { data } = useQuery(nightQuery(tripId));
  const { data: trip } = useQuery(tripQuery(tripId));
  if (!data?.night || !trip) return null;
  const { votersDone, crewCount, missing } = data.night;
  const away = new Set(missing.map(({ id }) => id));
  const others = trip.members.filter(({ userId, isExpected }) => !isExpected && !away.has(userId));
  // Their number differs if some cannot vote, or if not all who are missing have a name here.
  const done = others.length === votersDone ? others : [];
  return (
    <p className="flex items-center gap-3 text-sm font-semibold text-soft">
      {done.length > 0 && (
        <span className="flex -space-x-2">
          {done.slice(0, maxFaces).map(({ user }) => (
            <Avatar key={user.id} person={user} size="sm" />
          ))}
        </span>
      )}
      <span className="steady">
        {plural(votersDone, {
          one: `${votersDone} of ${crewCount} is done`,
          other: `${votersDone} of ${crewCount} are done`,
        })}
      </span>
    </p>
  );
}
