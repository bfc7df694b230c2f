// Decision 082: why first views use no Intl.
// Written by hand because a date library would only add bytes. The tests compare with Intl.

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `yyyy-mm-dd` of a day on the wire, the same in every time zone. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** A number in two digits. */
export const two = (part: number) => String(part).padStart(2, "0");

/** Today in the browser's time zone, as `yyyy-mm-dd`. */
export const today = (now = new Date()): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

/** The date of a day on the wire, at midnight in UTC. */
export const dateOf = (timestamp: string): Date => new Date(`${dayOf(timestamp)}T00:00:00Z`);

/** A day on the wire in words and numbers. */
export function namesOf(timestamp: string) {
  const date = dateOf(timestamp);
  const month = months[date.getUTCMonth()] ?? "";
  // British English has four letters for September alone.
  const shortMonth = month.slice(0, month === "September" ? 4 : 3);
  return { day: date.getUTCDate(), month, shortMonth, year: date.getUTCFullYear() };
}

/** "4 Jul" */
export function formatShortDay(timestamp: string): string {
  const { day, shortMonth } = namesOf(timestamp);
  return `${day} ${shortMonth}`;
}

/** "4 Jul 2026" for a day on the wire. */
export const formatDay = (timestamp: string): string => `${formatShortDay(timestamp)} ${namesOf(timestamp).year}`;

/** "4 – 11 Jul 2026" for two days on the wire; "4 Jul 2026" if they are equal. */
export function formatDays(start: string, end: string): string {
  if (dayOf(start) === dayOf(end)) return formatDay(end);
  const [first, last] = [namesOf(start), namesOf(end)];
  const from =
    first.year !== last.year ? formatDay(start) : first.month === last.month ? first.day : formatShortDay(start);
  return `${from}\u2009–\u2009${formatDay(end)}`;
}
