import { locale } from "#contract/locale.ts";
import { today } from "../core/calendar.ts";

const clock = { hour: "2-digit", minute: "2-digit" } as const;
const weekMs = 6 * 24 * 3_600_000;

/** The line of a page without a connection: "Offline, as of 14:02", with the day if that was not today. `at` in milliseconds. */
export function offlineWords(at: number, now = new Date()): string {
  const moment = new Date(at);
  const day =
    today(moment) === today(now)
      ? {}
      : now.getTime() - at < weekMs
        ? ({ weekday: "short" } as const)
        : ({ day: "numeric", month: "short" } as const);
  return `Offline, as of ${moment.toLocaleString(locale, { ...day, ...clock })}`;
}
