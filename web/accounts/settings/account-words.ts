import { locale } from "#contract/locale.ts";

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const hourMs = 3_600_000;

/** "4 Jul 2026" for an instant, in the browser's time zone. */
export const dateOf = (timestamp: string): string => day.format(new Date(timestamp));

/** "in the last hour", "3 hours ago", "yesterday" for a past instant. */
export function agoOf(timestamp: string, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(timestamp)) / hourMs);
  if (hours < 1) return "in the last hour";
  if (hours < 24) return relative.format(-hours, "hour");
  return relative.format(-Math.floor(hours / 24), "day");
}
