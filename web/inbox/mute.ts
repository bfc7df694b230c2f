import { locale } from "#contract/locale.ts";
import { formatTime } from "../core/calendar.ts";
import { localDay } from "./times.ts";

/** For how long a squad can be muted. */
export const muteChoices = [
  { id: "hour", label: "For 1 hour" },
  { id: "morning", label: "Until tomorrow morning, 08:00" },
  { id: "week", label: "For 1 week" },
  { id: "always", label: "Until I unmute it" },
] as const;
export type MuteChoice = (typeof muteChoices)[number]["id"];

/** A squad that is muted until this year is muted until its person unmutes it. */
const endlessYear = 2100;
const hourMs = 3_600_000;
const morningHour = 8;

const tomorrow = (now: Date, hour = 0) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, hour);

/** The instant at which a mute that begins now ends, by this browser's clock. */
export function muteEnd(choice: MuteChoice, now: Date): string {
  const ends: Readonly<Record<MuteChoice, () => Date>> = {
    hour: () => new Date(now.getTime() + hourMs),
    morning: () => tomorrow(now, morningHour),
    week: () => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, now.getHours(), now.getMinutes()),
    always: () => new Date(Date.UTC(endlessYear, 0)),
  };
  return ends[choice]().toISOString();
}

const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });

/** "Muted until 14:00", "Muted until tomorrow, 08:00", "Muted until 4 Jul, 14:00". Undefined if the squad is not muted now. */
export function muteWords(mutedUntil: string | null, now: Date): string | undefined {
  if (mutedUntil === null || Date.parse(mutedUntil) <= now.getTime()) return undefined;
  const end = new Date(mutedUntil);
  if (end.getUTCFullYear() >= endlessYear) return "Muted until you unmute it";
  const day = localDay(mutedUntil);
  const time = formatTime(mutedUntil);
  if (day === localDay(now.toISOString())) return `Muted until ${time}`;
  if (day === localDay(tomorrow(now).toISOString())) return `Muted until tomorrow, ${time}`;
  return `Muted until ${dates.format(end)}, ${time}`;
}
