import { cx } from "../../ui/class-names.ts";

export type Rank = 1 | 2 | 3;

export const medalName: Readonly<Record<Rank, string>> = { 1: "Gold", 2: "Silver", 3: "Bronze" };

const metals: Readonly<Record<Rank, string>> = { 1: "bg-gold", 2: "bg-silver", 3: "bg-bronze" };

const sizes = { md: "size-11 text-lg", lg: "size-16 text-3xl" } as const;

/** A medal with a rank or a count on it. Screen readers skip it: say its meaning in text beside it. */
export const Medal = ({ rank, face, size = "md" }: { rank: Rank; face: number; size?: keyof typeof sizes }) => (
  <span
    aria-hidden="true"
    className={cx(
      "edge steady grid shrink-0 place-items-center rounded-full font-display leading-none font-extrabold text-on-medal",
      metals[rank],
      sizes[size],
      size === "lg" && "shadow-stamp",
    )}
  >
    {face}
  </span>
);
