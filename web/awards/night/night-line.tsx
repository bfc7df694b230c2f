import { Clapperboard } from "lucide-react";
import type { NightStage, NightTime } from "#contract/night-time.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { whenWords } from "../evening.ts";

/** The Awards Night of a trip in one line, on the trip's page. */
export function NightLine({ tripId, night }: { tripId: string; night: NightTime }) {
  const [words, link] = lines[night.stage](night.startsAt);
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
const lines: Readonly<Record<NightStage, (startsAt: string) => readonly [string, string | null]>> = {
  planned: (startsAt) => [`Awards Night is ${whenWords(startsAt)}`, "See the Countdown"],
  closed: () => ["Voting is closed. The envelopes are sealed.", "Awards Night"],
  live: () => ["The show is on now", null],
  over: () => ["Awards Night is over", "Replay"],
};
