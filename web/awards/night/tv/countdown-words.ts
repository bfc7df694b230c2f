import { plural } from "#contract/locale.ts";

const secondMs = 1000;

/** The time that is left: "2 days 03:10:09", or without days "03:10:09". */
export function countdownWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  return days === 0 ? clock : plural(days, { one: `${days} day ${clock}`, other: `${days} days ${clock}` });
}
