import { Fish, Flame, type LucideIcon, Trophy } from "lucide-react";
import { cx } from "../ui/class-names.ts";

const badges: readonly { icon: LucideIcon; words: readonly [string, string]; look: string }[] = [
  {
    icon: Trophy,
    words: ["Best", "Wipeout"],
    look: "top-10 right-[34%] -rotate-10 bg-face-1 md:top-[12%] md:right-[22%]",
  },
  {
    icon: Flame,
    words: ["Dawn", "Patrol"],
    look: "top-24 right-4 rotate-8 bg-face-3 md:top-[42%] md:right-[6%]",
  },
  {
    icon: Fish,
    words: ["Camp", "Chef"],
    look: "top-36 left-5 rotate-5 bg-face-2 md:top-auto md:bottom-[8%] md:left-auto md:right-[28%]",
  },
];

/** What a crew may win, as stickers on the photo wall. */
export const AwardBadges = () => (
  <ul aria-label="Awards a crew may vote on" className="absolute inset-0 mx-auto max-w-[1500px]">
    {badges.map(({ icon: Icon, words, look }) => (
      <li
        key={words[1]}
        className={cx(
          "edge absolute grid size-24 content-center justify-items-center gap-1 rounded-full text-center font-display text-[13px] leading-[1.05] font-extrabold text-on-face shadow-stamp md:size-30 md:text-sm",
          look,
        )}
      >
        <Icon aria-hidden="true" className="size-6 md:size-7" strokeWidth={2.25} />
        <span>
          {words[0]}
          <br />
          {words[1]}
        </span>
      </li>
    ))}
  </ul>
);
