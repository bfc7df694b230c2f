import { plural } from "#contract/locale.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A stretch of time in whole days, hours, minutes and seconds. Nothing is left below zero. */
export function partsOf(ms: number) {
  const left = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: left % minute,
  };
}

/** The minutes of the last hour at which a screen reader speaks. */
const spokenMinutes = [30, 10, 5, 1];

/** What a screen reader says of the time left: whole days, then hours, then few steps. It changes as rarely. */
export function spokenTimeLeft(ms: number): string {
  const { days, hours, minutes, seconds } = partsOf(ms);
  if (days > 0) return plural(days, { one: `${days} day left`, other: `${days} days left` });
  if (hours > 0) return plural(hours, { one: `${hours} hour left`, other: `${hours} hours left` });
  if (minutes === 0 && seconds === 0) return "It is time";
  const step = spokenMinutes.findLast((one) => minutes + seconds / 60 <= one) ?? 60;
  if (step === 60) return "Less than an hour left";
  return plural(step, { one: `Less than ${step} minute left`, other: `Less than ${step} minutes left` });
}
