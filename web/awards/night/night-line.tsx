import { Clapperboard } from "lucide-react";
import type { NightTime } from "#contract/night-time.ts";
import type { NightWinner } from "#contract/trips.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { whenVoted, whenWords } from "../evening.ts";
import { tookWords } from "../took-words.ts";

/** The Awards Night of a trip in one line, on the trip's page. */
export function NightLine({
  tripId,
  night,
  winners,
}: {
  tripId: string;
  night: NightTime;
  winners: readonly NightWinner[];
}) {
  const [words, link] = lineOf(night, winners);
  return (
    <p className="flex min-h-14 items-center gap-3 rounded-tile bg-tint px-4">
      <Clapperboard aria-hidden="true" size={20} className="shrink-0" />
      <span className="flex flex-wrap items-center gap-x-3 py-1.5">
        <span className="font-semibold">{words}</span>
        {link !== null && (
          <TextLink
            to={paths.night(tripId, night.stage === "over" ? "replay" : undefined)}
            className="inline-flex min-h-11 items-center"
          >
            {link}
          </TextLink>
        )}
      </span>
    </p>
  );
}

/** What the line says, and the text of its link. Into a running show leads the page's next step. */
function lineOf({ stage, startsAt }: NightTime, winners: readonly NightWinner[]): readonly [string, string | null] {
  if (stage === "over") return [tookWords(winners), "Replay"];
  if (stage === "live") return ["The show is on now", null];
  if (stage === "closed") return ["Voting is closed. The envelopes are sealed.", "Awards Night"];
  return startsAt === null
    ? [`Awards Night opens ${whenVoted}`, "Awards Night"]
    : [`Awards Night is ${whenWords(startsAt)}`, "See the Countdown"];
}
