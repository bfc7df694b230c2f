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
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** `yyyy-mm-dd` of a day on the wire, the same in every time zone. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

const two = (part: number) => String(part).padStart(2, "0");

/** Today in the browser's time zone, as `yyyy-mm-dd`. */
export const today = (now = new Date()): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

/** The names of a day on the wire. */
function namesOf(timestamp: string) {
  const date = new Date(`${dayOf(timestamp)}T00:00:00Z`);
  const month = months[date.getUTCMonth()] ?? "";
  const weekday = weekdays[date.getUTCDay()] ?? "";
  // British English has four letters for September alone.
  const shortMonth = month.slice(0, month === "September" ? 4 : 3);
  return { day: date.getUTCDate(), month, shortMonth, year: date.getUTCFullYear(), weekday };
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

/** "4 Jul 2026, 18:20" for a clock time, `2026-07-04T18:20:00`, or for an instant by the clock of this browser. */
export function formatTime(time: string | Date): string {
  if (typeof time === "string") return `${formatDay(time)}, ${time.slice(11, 16)}`;
  return `${formatDay(today(time))}, ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "Saturday 4 July" */
export function formatWeekday(timestamp: string): string {
  const { weekday, day, month } = namesOf(timestamp);
  return `${weekday} ${day} ${month}`;
}

/** "Sat 4 Jul" */
export const formatShortWeekday = (timestamp: string): string =>
  `${namesOf(timestamp).weekday.slice(0, 3)} ${formatShortDay(timestamp)}`;

/** "July 2026" */
export function formatMonth(timestamp: string): string {
  const { month, year } = namesOf(timestamp);
  return `${month} ${year}`;
}
