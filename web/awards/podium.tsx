import type { OverallRanking } from "#contract/awards.ts";
import { Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { cx } from "../ui/class-names.ts";
import { NomineeAvatar, nomineeName } from "./nominee.tsx";

const metals: Readonly<Record<number, string>> = { 1: "bg-gold", 2: "bg-silver", 3: "bg-bronze" };
const heights: Readonly<Record<number, string>> = { 1: "h-44", 2: "h-34", 3: "h-28" };
/** The best stand in the middle, the next at their left. */
const spots = ["order-2", "order-1", "order-3"] as const;

/** Up to three people on steps by rank. People of equal rank share one broad step. */
export function Podium({ standings }: { standings: readonly OverallRanking[] }) {
  const ranks = [...new Set(standings.map(({ rank }) => rank))];
  return (
    <ol className="edge-b mx-auto flex w-full max-w-md items-end justify-center pt-16">
      {standings.map((one, place) => (
        <Step
          key={one.user?.id ?? place}
          of={one}
          spot={spots[ranks.indexOf(one.rank)] ?? "order-3"}
          isFirst={standings[place - 1]?.rank !== one.rank}
          isLast={standings[place + 1]?.rank !== one.rank}
        />
      ))}
      {/* Keeps the first of two ranks in the middle. */}
      {standings.length === 2 && ranks.length === 2 && <li aria-hidden="true" className="order-3 mx-1 flex-1" />}
    </ol>
  );
}

/** One person's part of a step: the first and the last of a rank have its edges. */
function Step({
  of: { user, totalVotes, rank },
  spot,
  isFirst,
  isLast,
}: {
  of: OverallRanking;
  spot: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const look = cx(
    "edge flex animate-rise flex-col items-center border-b-0! px-1.5 pb-2 text-center text-on-medal",
    metals[rank] ?? "bg-bronze",
    heights[rank] ?? "h-28",
    isFirst ? "rounded-tl-tile" : "border-l-0!",
    isLast ? "rounded-tr-tile" : "border-r-0!",
  );
  const content = (
    <>
      <span className="relative -mt-8 shrink-0">
        {rank === 1 && <Crown />}
        <NomineeAvatar user={user} size="lg" />
      </span>
      <span className="title mt-1 line-clamp-2 w-full text-lg leading-tight wrap-anywhere">{nomineeName(user)}</span>
      <span className="mt-auto font-display text-xl leading-none font-extrabold">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      <span className="steady text-sm leading-tight font-semibold">{totalVotes} total votes</span>
    </>
  );
  return (
    <li className={cx("min-w-0 flex-1 basis-0", spot, isFirst && "ml-1", isLast && "mr-1")}>
      {user ? (
        <Link to={paths.profile(user.id)} className={look}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}

const Crown = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 40 28"
    className="absolute -top-6 left-1/2 w-10 -translate-x-1/2 -rotate-6 fill-spot stroke-edge stroke-2 [stroke-linejoin:round]"
  >
    <path d="M4 26 2 9l10 7 8-14 8 14 10-7-2 17z" />
  </svg>
);
