import type { BonusRule } from "#contract/bonus-rules.ts";
import { formatCount, locale, plural } from "#contract/locale.ts";

/** What a bonus award counted, in words with its unit. Cards keep the number alone. */
export const bonusFigures: Readonly<Record<BonusRule, (value: number) => string>> = {
  paparazzo: (photos) =>
    plural(photos, { one: `${formatCount(photos)} photo`, other: `${formatCount(photos)} photos` }),
  "night-shift": (minute) => `mostly around ${clockAt(minute)}`,
  "first-light": (minute) => `${clockAt(minute)} in the morning`,
  "high-point": (metres) => `${formatCount(metres)} m`,
  "crowd-pleaser": (likes) => `${likes.toLocaleString(locale, { maximumFractionDigits: 1 })} likes a photo`,
  "film-maker": (minutes) =>
    plural(minutes, {
      one: `${formatCount(minutes)} minute of video`,
      other: `${formatCount(minutes)} minutes of video`,
    }),
  "speed-run": (awards) => `first to answer all ${awards} awards`,
  "lived-in-the-moment": (photos) =>
    plural(photos, { one: `just ${formatCount(photos)} photo`, other: `just ${formatCount(photos)} photos` }),
};

/** A time of day, such as "05:12", of minutes since midnight. */
function clockAt(minutes: number): string {
  const ofDay = minutes % 1440;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
