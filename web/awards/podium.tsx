import type { OverallRanking } from "#contract/awards.ts";
import { Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { cx } from "../ui/class-names.ts";
import { NomineeAvatar, nomineeName } from "./nominee.tsx";

const metals: Readonly<Record<number, string>> = { 1: "bg-gold", 2: "bg-silver", 3: "bg-bronze" };
const heights: Readonly<Record<number, string>> = { 1: "h-44", 2: "h-34", 3: "h-28" };
/** The first of the list stands in the middle. */
const spots = ["order-2", "order-1", "order-3"] as const;

const stepOf = (rank: number) =>
  cx(
    "edge flex animate-rise flex-col items-center rounded-t-tile border-b-0! px-1.5 pb-2 text-center text-on-medal",
    metals[rank] ?? "bg-bronze",
    heights[rank] ?? "h-28",
  );

/** Up to three people on steps by rank; equal ranks have equal heights. */
export const Podium = ({ standings }: { standings: readonly OverallRanking[] }) => (
  <ol className="mx-auto flex w-full max-w-md items-end justify-center gap-2.5 pt-8">
    {standings.map(({ user, totalVotes, rank }, place) => {
      const step = (
        <>
          <NomineeAvatar user={user} size="lg" className="-mt-8 shrink-0" />
          <span className="mt-1 line-clamp-2 w-full text-sm leading-tight font-bold wrap-anywhere">
            {nomineeName(user)}
          </span>
          <span className="mt-auto font-display text-3xl leading-none font-extrabold">
            <span className="sr-only">Rank </span>
            {rank}
          </span>
          <span className="steady text-xs leading-tight font-semibold">{totalVotes} total votes</span>
        </>
      );
      return (
        <li
          key={user?.id ?? place}
          className={cx("min-w-0 flex-1 basis-0", place === 0 && "grow-[1.15]", spots[place])}
        >
          {user ? (
            <Link to={paths.profile(user.id)} className={stepOf(rank)}>
              {step}
            </Link>
          ) : (
            <div className={stepOf(rank)}>{step}</div>
          )}
        </li>
      );
    })}
  </ol>
);
