import type { ReactNode } from "react";
import type { Reaction } from "#contract/nights.ts";

/** Names of the reactions, for buttons and screen readers. */
export const reactionNames: Readonly<Record<Reaction, string>> = {
  "👏": "Applause",
  "😂": "Laughing",
  "😮": "Wow",
  "❤️": "Love",
  "🔥": "Fire",
  "🥳": "Party",
};

const ink = { stroke: "var(--ink)", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" } as const;
const face = <circle cx="18" cy="18" r="14" fill="var(--sun)" {...ink} />;

/** Drawings in a 36 × 36 box, because some systems have no font with emojis. */
const drawings: Readonly<Record<Reaction, ReactNode>> = {
  "👏": (
    <g {...ink}>
      <path
        fill="var(--face-5)"
        d="M9 19 5.6 14.5a2.2 2.2 0 0 1 3.4-2.7l4 4.7-4.6-7.3a2.2 2.2 0 0 1 3.7-2.3l4.9 7.5-3-6.4a2.2 2.2 0 0 1 4-1.9l5.6 11.5c2 4.5 1.5 9.4-2.6 12.1-4 2.6-8.6 1.3-11.6-2.4Z"
      />
      <path
        fill="var(--sun)"
        d="m14 22.5-2.5-5a2.1 2.1 0 0 1 3.7-1.9l2.9 5.4-3.2-8a2.1 2.1 0 0 1 3.9-1.6l3.6 8.3-1.7-6.9a2.1 2.1 0 0 1 4.1-1l1.3 5.4.5-2.6a2.2 2.2 0 0 1 4.3.8l-.6 8.5c-.5 5-3.5 8.4-7.8 8.6-4.5.2-6.7-3-8.5-10Z"
      />
      <path fill="none" d="M25 3v4M31 5l-2 3.5M19.5 3.5l1 3" />
    </g>
  ),
  "😂": (
    <>
      {face}
      <path d="M10.5 19h15a7.5 7.5 0 0 1-15 0Z" fill="#fff" {...ink} />
      <path d="M9.5 14.5c1.2-2 3.6-2 4.8 0M21.7 14.5c1.2-2 3.6-2 4.8 0" fill="none" {...ink} />
      <path
        d="M7 16c-2.5 2.5-4 4.5-3 6.5s4 1 4-1.5c0-1.5-.5-3-1-5ZM29 16c2.5 2.5 4 4.5 3 6.5s-4 1-4-1.5c0-1.5.5-3 1-5Z"
        fill="var(--face-4)"
        {...ink}
      />
    </>
  ),
  "😮": (
    <>
      {face}
      <circle cx="13" cy="14.5" r="1.7" fill="var(--ink)" />
      <circle cx="23" cy="14.5" r="1.7" fill="var(--ink)" />
      <ellipse cx="18" cy="23.5" rx="3.7" ry="4.7" fill="var(--hibiscus)" {...ink} />
    </>
  ),
  "❤️": (
    <path
      d="M18 31C9 25 4 20 4 13.5A7.3 7.3 0 0 1 18 10.5 7.3 7.3 0 0 1 32 13.5C32 20 27 25 18 31Z"
      fill="var(--hibiscus)"
      {...ink}
    />
  ),
  "🔥": (
    <>
      <path
        d="M19 3c.8 5.6 9.5 8.8 9.5 17.5a10.5 10.5 0 0 1-21 0c0-4.2 2.3-7.1 4.5-9.5.300 2.7 1.3 4.2 3 4.8C14.5 10.8 15.5 6.4 19 3Z"
        fill="var(--coral)"
        {...ink}
      />
      <path d="M18.5 19.5c.3 2.6 3.7 3.5 3.7 7a4.2 4.2 0 0 1-8.4 0c0-2.9 2.6-4.2 4.7-7Z" fill="var(--sun)" {...ink} />
    </>
  ),
  "🥳": (
    <>
      <circle cx="16.5" cy="20.5" r="12" fill="var(--sun)" {...ink} />
      <path d="M9 11 17 1l6.5 10.5C19 9 13.5 8.8 9 11Z" fill="var(--hibiscus)" {...ink} />
      <path d="M10.5 18.5c1-1.7 3-1.7 4 0M18.5 18.5c1-1.7 3-1.7 4 0" fill="none" {...ink} />
      <path d="M17 26h5.5l10-3.5M17 26a3.5 3.5 0 0 0 5.5 1" fill="none" {...ink} />
      <path d="M29 6v.1M33 11v.1M27 13v.1" stroke="var(--coral)" strokeWidth="3.5" strokeLinecap="round" />
    </>
  ),
};

/** A reaction, drawn. Decoration: its name stands on the button. */
export const Emoji = ({ of }: { of: Reaction }) => (
  <svg aria-hidden="true" viewBox="0 0 36 36" className="size-[1em]">
    {drawings[of]}
  </svg>
);
