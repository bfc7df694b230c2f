import { Medal, type Rank } from "../../accounts/people/medal.tsx";

const isMedal = (rank: number): rank is Rank => rank === 1 || rank === 2 || rank === 3;

/** A rank in a list: a medal for the first three, else the number. Screen readers skip it. */
export const RankMedal = ({ rank }: { rank: number }) =>
  isMedal(rank) ? (
    <Medal rank={rank} face={rank} />
  ) : (
    <span
      aria-hidden="true"
      className="steady grid size-11 shrink-0 place-items-center font-display text-lg font-extrabold text-soft"
    >
      {rank}
    </span>
  );
