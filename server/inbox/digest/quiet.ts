import type { InboxSettings } from "#contract/inbox.ts";

/** Whether a moment lies in these hours by the clock of their zone. Hours whose end is before their beginning go over midnight. */
export function isQuiet(hours: InboxSettings["quiet"], now: Date): boolean {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const clock = now.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}
