import { readZone, zoneBySatellite, zonePattern } from "./zones.ts";
import { dayMs, minuteMs } from "../../platform/durations.ts";

/** When a photo or video was taken. */
export interface CaptureTime {
  /** ISO 8601 in UTC; null when the file does not say. */
  readonly takenAt: string | null;
  /** Minutes east of UTC to which the camera's clock was set; null when the file does not say. */
  readonly utcOffset: number | null;
  /** `takenAt` is the time on a clock without a zone, read as UTC: the day is right, the instant a guess. */
  readonly isLocalClock: boolean;
}

export const noCaptureTime: CaptureTime = { takenAt: null, utcOffset: null, isLocalClock: false };

/** The capture time of an instant (in ms) that says nothing about the clock. */
export const captureTimeAt = (instant: number): CaptureTime => ({
  ...noCaptureTime,
  takenAt: new Date(instant).toISOString(),
});

/** A time as a camera, an editor, a messenger or a person wrote it. */
export interface WrittenTime {
  readonly words: string;
  /** Zones that stand elsewhere, such as "+02:00", the most trusted first. A zone behind the time wins over them. */
  readonly zones?: readonly (string | null)[];
  /** The digits behind the point of the second, which stand elsewhere. */
  readonly fraction?: string | null;
  /** GPS time in ms; it implies a zone where none is written. */
  readonly satellite?: number | null;
}

/**
 * Reads a written time in any of the spellings in `capture-time.test.ts`; null when there is none, or a clock that was never set. A day
 * alone counts as noon. Without a zone the clock is read as UTC.
 */
export function captureTimeOf({ words, zones = [], fraction, satellite = null }: WrittenTime): CaptureTime | null {
  const found = findTime(words);
  if (!found) return null;
  const clock = found.clock + (found.isPrecise ? 0 : fractionMs(fraction));
  const behind = found.hasTime ? (zonePattern.exec(found.rest)?.[0] ?? null) : null;
  const [zone] = [behind, ...zones].map(readZone).filter((one) => one !== null);
  if (zone === "UTC") return captureTimeAt(clock);
  const zoneMs = zone ?? zoneBySatellite(clock, satellite);
  return {
    takenAt: new Date(clock - (zoneMs ?? 0)).toISOString(),
    utcOffset: zoneMs === null ? null : zoneMs / minuteMs,
    isLocalClock: zoneMs === null,
  };
}

/** The capture time of the first words that say one. A day alone gives way to the next time of that day. */
export function chooseTime(written: readonly WrittenTime[]): CaptureTime | null {
  const found = written.flatMap((time) => {
    const there = findTime(time.words);
    return there ? [{ time, ...there }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const isOfSameDay = (clock: number) => Math.abs(clock - first.clock) <= dayMs / 2;
  const later = first.hasTime ? first : found.find(({ hasTime, clock }) => hasTime && isOfSameDay(clock));
  return captureTimeOf((later ?? first).time);
}

/** A time found in a text. */
interface FoundTime {
  /** What the clock showed, in ms, as if that were UTC. */
  readonly clock: number;
  readonly hasTime: boolean;
  /** It names a fraction of the second. */
  readonly isPrecise: boolean;
  /** The text behind the time. */
  readonly rest: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = `(?<name>${months.join("|")})[a-z]{0,7}\\.?`;
/** The spellings of a day. Where the year comes first, blanks may stand for zeros. */
const days = [
  /(?<!\d)(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)(?=\D|\d{4}(?:\d\d(?:\d{3})?)?(?!\d)|$)/g,
  /(?<!\d)(?<y>\d{4})(?: ?[-:/._] ?| )(?<m>\d{1,2})(?: ?[-:/._] ?| )(?<d>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<first>\d{1,2})(?<by>[-./_])(?<second>\d{1,2})\k<by>(?<y>\d{4})(?!\d)/g,
  new RegExp(`(?<!\\d)(?<d>\\d{1,2})(?:st|nd|rd|th)?[- ]${month},?[- ](?<y>\\d{4})(?!\\d)`, "gi"),
  new RegExp(`\\b${month} (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})(?!\\d)`, "gi"),
];
/** As C writes it: "Mon Jul 14 09:41:07 2025", with or without a zone before the year. */
const cTime = new RegExp(
  `\\b(${month} \\d{1,2}) (\\d\\d?:\\d\\d(?::\\d\\d)?) ?([A-Z]{3,4}|[+-]\\d{4})? (\\d{4})$`,
  "i",
);

/** Between a day and its time: signs, and a word or two such as "at", "a las" and "kl.". */
const words = "[T_,.\\- ]*(?:(?:[\\p{L}\\p{M}'’.()]{1,10} ){1,3})";
const half = "(?<half>上午|午前|오전|下午|午後|오후|[AP]M )? ?";
const spelled = new RegExp(
  `^(?:[T_,.\\- ]*|${words})${half}(?<h>\\d{1,2})(?<by>[:._h-]|(?<!\\p{L}.*) )(?<min>\\d\\d| \\d)` +
    "(?:\\k<by>(?<s>\\d{1,2}| \\d)(?:[.,:](?<f>\\d{1,9})|-(?<ms>\\d{3}))?)?(?!\\d)",
  "u",
);
const compact = /^[T_,.\- ]*(?<h>\d\d)(?<min>\d\d)(?<s>\d\d)?(?:[.,]?(?<f>\d{3}))?(?!\d)/;
/** "PM" or "p. m." behind a time, also in Arabic and Greek. */
const halfBehind = /^ ?(?:a(?:\. ?m\.|m)|ص|π\.?μ\.?|(?<pm>p(?:\. ?m\.|m)|م|μ\.?μ\.?))(?!\p{L})/iu;

/** Longer texts are no times. File names are this long at most. */
const maxWords = 255;

/** Finds the first day in a text, and the time behind it. */
export function findTime(text: string): FoundTime | null {
  const words = inPlainSigns(text.slice(0, maxWords)).replace(cTime, (_all, day: string, ...parts) => {
    const [, time, zone = "", year] = parts as string[];
    return `${day} ${year} ${time} ${zone}`;
  });
  for (const found of days.flatMap((pattern) => [...words.matchAll(pattern)])) {
    const behind = words.slice(found.index + found[0].length);
    const time = timeIn(behind);
    const day = dayOf(found.groups!, time?.is12Hour ?? false);
    if (day === null) continue;
    if (!time) return { clock: day + noon, hasTime: false, isPrecise: false, rest: behind };
    return { clock: day + time.ms, hasTime: true, isPrecise: time.isPrecise, rest: time.rest };
  }
  return null;
}

/** Writes Arabic digits, East Asian units and all kinds of blanks as plain signs. */
const inPlainSigns = (text: string): string =>
  text
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\s\0]+/g, " ")
    .replaceAll(/(?<=\d) ?[年月년월] ?(?=\d)/g, "-")
    .replaceAll(/(?<=\d) ?[日일号] ?/g, " ")
    .replaceAll(/(?<=\d) ?[時时点點시分분] ?(?=\d)/g, ":")
    .trim();

type Groups = Readonly<Record<string, string | undefined>>;

/** Midnight of a day, in ms; null when there is no such day, or when a clock that was never set shows it. */
function dayOf({ y, m, d, name, first, second, by }: Groups, is12Hour: boolean): number | null {
  const year = Number(y);
  // A time on a 12-hour clock behind slashes is American.
  const isMonthFirst = Number(second) > 12 || (by === "/" && is12Hour && Number(first) <= 12);
  const [numeral, date] = first === undefined ? [m, d] : isMonthFirst ? [first, second] : [second, first];
  const monthOf = name === undefined ? Number(numeral) - 1 : months.indexOf(name.toLowerCase());
  const moment = Date.UTC(year, monthOf, Number(date));
  const isReal = new Date(moment).getUTCMonth() === monthOf && new Date(moment).getUTCDate() === Number(date);
  return isReal && year >= earliestYear && !unsetDays.has(moment) ? moment : null;
}

/** A photo of an earlier time is a reproduction. */
const earliestYear = 1900;
export const earliestMs = Date.UTC(earliestYear);
/**
 * The days from which clocks count: a camera whose clock was never set shows one of them, or, in America, the evening before 1970. Prints
 * of other days are scanned.
 */
const unsetDays = new Set(
  ["1904-01-01", "1969-12-31", "1970-01-01", "1980-01-01", "1980-01-06"].map((day) => Date.parse(day)),
);

/** Whether a clock that was never set shows this instant (in ms). */
export const isUnset = (instant: number): boolean => unsetDays.has(Math.floor(instant / dayMs) * dayMs);

function timeIn(behind: string) {
  const found = compact.exec(behind) ?? spelled.exec(behind);
  if (!found) return null;
  const { h, min, s = "0", f, ms = f, half } = found.groups!;
  let rest = behind.slice(found[0].length);
  const after = halfBehind.exec(rest);
  if (after) rest = rest.slice(after[0].length);
  const isAfternoon = after ? after.groups!["pm"] !== undefined : half ? /[下後후P]/.test(half) : null;
  const [hour, minute, second] = [Number(h), Number(min), Number(s)];
  if (hour > 24 || minute > 59 || second > 60 || (isAfternoon !== null && hour > 12)) return null;
  // Some phones write the hour 24 for the first one of that day.
  const inDay = isAfternoon === null ? hour % 24 : (hour % 12) + (isAfternoon ? 12 : 0);
  const time = ((inDay * 60 + minute) * 60 + second) * 1000 + fractionMs(ms);
  return { ms: time, rest, isPrecise: ms !== undefined, is12Hour: isAfternoon !== null };
}

/** Digits behind the point of a second, in whole ms. */
const fractionMs = (digits: string | null | undefined): number =>
  Number(
    /^\d+/
      .exec(digits ?? "")?.[0]
      .slice(0, 3)
      .padEnd(3, "0") ?? 0,
  );

const noon = dayMs / 2;
