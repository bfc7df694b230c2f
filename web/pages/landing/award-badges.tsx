import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

const badges: readonly { drawing: ReactNode; words: readonly [string, string]; look: string }[] = [
  {
    drawing: (
      <path d="M7 3h10v2h4v3q0 4-5 5-1 2-3 2.5V18h3v3H8v-3h3v-2.5Q9 15 8 13 3 12 3 8V5h4zM5 7v1q0 2 2 2.7V7zm14 0h-2v3.7Q19 10 19 8z" />
    ),
    words: ["Best", "Wipeout"],
    look: "top-10 right-[34%] -rotate-10 bg-face-1 lg:top-[12%] lg:right-[22%]",
  },
  {
    drawing: (
      <path d="M13 2q1 4 4 7t2.5 7-7.5 6-7.5-6 2-7q.5 3 2.5 3.5Q8 7 13 2zm-1 18q3 0 3-2.5T12 13q-.5 2-2 3t-1 2.5q.5 1.5 3 1.5z" />
    ),
    words: ["Dawn", "Patrol"],
    look: "top-24 right-4 rotate-8 bg-face-3 lg:top-[42%] lg:right-[6%]",
  },
  {
    drawing: <path d="M2 7q3 1 5 3 3-4 7-4 5 0 8 6-3 6-8 6-4 0-7-4-2 2-5 3 1-3 1-5T2 7zm15 3a1.5 1.5 0 1 0 .01 0z" />,
    words: ["Camp", "Chef"],
    look: "top-36 left-5 rotate-5 bg-face-2 lg:top-auto lg:bottom-[8%] lg:left-auto lg:right-[28%]",
  },
];

/** Examples of awards, as stickers on the mosaic. */
export const AwardBadges = () => (
  <ul aria-label="Awards a crew may vote on" className="absolute inset-0 mx-auto max-w-[1500px]">
    {badges.map(({ drawing, words, look }) => (
      <li
        key={words[1]}
        className={cx(
          "edge absolute grid size-24 content-center justify-items-center gap-1 rounded-full text-center font-display text-[13px] leading-[1.05] font-extrabold text-on-face shadow-stamp lg:size-30 lg:text-sm",
          look,
        )}
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="w-6 fill-current lg:w-8">
          {drawing}
        </svg>
        <span>
          {words[0]}
          <br />
          {words[1]}
        </span>
      </li>
    ))}
  </ul>
);
