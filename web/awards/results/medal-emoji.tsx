import { cx } from "../../ui/class-names.ts";

const emoji: Readonly<Record<number, string>> = { 1: "🥇", 2: "🥈", 3: "🥉" };
const metals: Readonly<Record<number, string>> = { 1: "fill-gold", 2: "fill-silver", 3: "fill-bronze" };

/**
 * The medal emoji of rank 1, 2 or 3. It is drawn, because some systems have no font with emojis, and others look for it in every font first.
 * Screen readers read the emoji itself.
 */
export const MedalEmoji = ({ rank, isSmall = false }: { rank: number; isSmall?: boolean }) => (
  <svg
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the rule means picture files; this one is drawn here
    role="img"
    aria-label={emoji[rank]}
    viewBox="0 0 36 44"
    className={cx("w-9 shrink-0 stroke-edge stroke-2 [stroke-linejoin:round]", isSmall ? "h-8" : "h-11")}
  >
    <path d="M4 1h10l8 16h-9z" className="fill-action" />
    <path d="M32 1H22l-8 16h9z" className="fill-spot" />
    <circle cx="18" cy="29" r="13" className={metals[rank]} />
    <text
      x="18"
      y="35"
      textAnchor="middle"
      className="fill-on-medal stroke-none font-display text-[17px] font-extrabold"
    >
      {rank}
    </text>
  </svg>
);
