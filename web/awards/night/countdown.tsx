import { plural } from "#contract/locale.ts";
import { partsOf, spokenTimeLeft } from "./time-left.ts";
import { useSecond } from "./use-second.ts";

/** The time until an instant, second by second; nothing for a night without a time. Screen readers hear it in few steps. */
export const Countdown = ({ until }: { until: string | null }) => until !== null && <Ticking until={until} />;

function Ticking({ until }: { until: string }) {
  const left = new Date(until).getTime() - useSecond();
  const { days, hours, minutes, seconds } = partsOf(left);
  const tiles = [
    [days, plural(days, { one: "day", other: "days" })],
    [hours, plural(hours, { one: "hour", other: "hours" })],
    [minutes, "min"],
    [seconds, "s"],
  ] as const;
  return (
    <div role="timer" aria-label="Time until Awards Night">
      <p aria-live="polite" className="sr-only">
        {spokenTimeLeft(left)}
      </p>
      <div aria-hidden="true" className="grid grid-cols-4 gap-2 sm:gap-3">
        {tiles.map(([value, unit], place) => (
          <p key={place} className="grid justify-items-center rounded-tile bg-tint py-3">
            <span className="steady font-display text-4xl leading-none font-extrabold sm:text-5xl">{value}</span>
            <span className="text-sm font-semibold text-soft">{unit}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
