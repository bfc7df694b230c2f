import { listed, plural } from "#contract/locale.ts";
import type { PhotoReaction, Reactions } from "#contract/talk.ts";
import { fullNameOf } from "../../ui/avatar.tsx";

/** What screen readers call the reactions. */
export const reactionNames: Readonly<Record<PhotoReaction, string>> = {
  "😂": "Laughing",
  "😮": "Wow",
  "🔥": "Fire",
  "🏄": "Surfing",
  "👏": "Applause",
};

/** "Ana Lopes, Jonas Berg and 3 others" for one reaction; null if nobody gave it. */
export function whoGave(emoji: PhotoReaction, { counts, people }: Reactions): string | null {
  const count = counts.find((one) => one.emoji === emoji)?.count ?? 0;
  if (count === 0) return null;
  const names = people.filter((one) => one.emoji === emoji).map(fullNameOf);
  const others = count - names.length;
  const rest = others > 0 ? [plural(others, { one: "1 other", other: `${others} others` })] : [];
  return listed([...names, ...rest]);
}
