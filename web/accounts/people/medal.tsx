import { cx } from "../../ui/class-names.ts";

export type Rank = 1 | 2 | 3;
export const ranks = [1, 2, 3] as const satisfies readonly Rank[];

export const medalName: Readonly<Record<Rank, string>> = { 1: "Gold", 2: "Silver", 3: "Bronze" };

const metals: Readonly<Record<Rank, string>> = { 1: "bg-gold", 2: "bg-silver", 3: "bg-bronze" };

/** A medal with a rank or a count on it. Screen readers skip it: say its meaning in text beside it. */
export const Medal = ({ rank, face }: { rank: Rank; face: number }) => (
  <span
    aria-hidden="true"
    className={cx(
      "edge steady grid size-11 shrink-0 place-items-center rounded-full font-display text-lg leading-none font-extrabold text-on-medal",
      metals[rank],
    )}
  >
    {face}
  </span>
);
