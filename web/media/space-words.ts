import type { SpaceUse } from "#contract/fields.ts";
import { locale } from "#contract/locale.ts";

/** From this share on, a bar of space warns. */
const nearlyFullShare = 0.8;

/** "4.1 of 5 GB used." Near the limit and at the limit it says so. */
export function spaceWords({ usedBytes, maxBytes }: SpaceUse): { readonly text: string; readonly isWarning: boolean } {
  const [unit, name] = maxBytes >= 1024 ** 3 ? [1024 ** 3, "GB"] : [1024 ** 2, "MB"];
  const amount = (bytes: number) => (bytes / unit).toLocaleString(locale, { maximumFractionDigits: 1 });
  const share = usedBytes / maxBytes;
  const advice = share >= 1 ? " Delete photos for good to make room." : share >= nearlyFullShare ? " Nearly full." : "";
  return { text: `${amount(usedBytes)} of ${amount(maxBytes)} ${name} used.${advice}`, isWarning: advice !== "" };
}
