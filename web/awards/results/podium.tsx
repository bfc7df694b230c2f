import type { OverallRanking } from "#contract/awards.ts";
import { plural } from "#contract/locale.ts";
import { Link, paths } from "../../core/link.tsx";
import { cx } from "../../ui/class-names.ts";
import { NomineeAvatar, nomineeName } from "../nominee.tsx";

const metals: Readonly<Record<number, string>> = { 1: "bg-gold", 2: "bg-silver", 3: "bg-bronze" };
const heights: Readonly<Record<number, string>> = { 1: "h-60", 2: "h-50", 3: "h-42" };

/**
 * Up to three people on steps by rank, the best in the middle. People who share the best rank share one broad step; two who share the
 * second stand at both sides.
 */
export function Podium({
  standings,
  titles,
}: {
  standings: readonly OverallRanking[];
  /** The number of awards that each person won, by their id. */
  titles: ReadonlyMap<string, number>;
}) {
  const best = standings.filter(({ rank }) => rank === 1);
  const [left, right] = standings.filter(({ rank }) => rank !== 1);
  const isShared = best.length > 1;
  const step = (one: OverallRanking | undefined, spot: string, place = 0) =>
    one && (
      <Step
        key={one.user?.id ?? `${spot} ${place}`}
        of={one}
        titles={titles.get(one.user?.id ?? "") ?? 0}
        spot={spot}
        isFirst={!isShared || place === 0}
        isLast={!isShared || place === best.length - 1 || spot !== "order-2"}
      />
    );
  return (
    <ol className="edge-b mx-auto flex w-full max-w-xl items-end justify-center pt-16">
      {best.map((one, place) => step(one, "order-2", place))}
      {step(left, "order-1")}
      {step(right, "order-3")}
      {/* They keep the best in the middle. */}
      {!isShared && !left && <Gap spot="order-1" />}
      {!right && (left || !isShared) && <Gap spot="order-3" />}
    </ol>
  );
}

const Gap = ({ spot }: { spot: string }) => <li aria-hidden="true" className={cx("mx-1 flex-1", spot)} />;

/** One person's part of a step: the first and the last of a rank have its edges. */
function Step({
  of: { user, totalVotes, rank },
  titles,
  spot,
  isFirst,
  isLast,
}: {
  of: OverallRanking;
  titles: number;
  spot: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const look = cx(
    "edge flex animate-rise flex-col items-center border-b-0! px-1.5 pb-2 text-center text-on-medal",
    metals[rank] ?? "bg-bronze",
    heights[rank] ?? "h-42",
    isFirst ? "rounded-tl-tile" : "border-l-0!",
    isLast ? "rounded-tr-tile" : "border-r-0!",
  );
  const content = (
    <>
      <span className="relative -mt-8 shrink-0">
        {rank === 1 && <Crown />}
        <NomineeAvatar user={user} size="lg" />
      </span>
      <span className="poster mt-2 line-clamp-2 w-full text-xl wrap-anywhere sm:text-2xl">{nomineeName(user)}</span>
      {titles > 0 && (
        <span className="steady mt-1.5 text-sm leading-tight font-bold">
          {plural(titles, { one: `${titles} title`, other: `${titles} titles` })}
        </span>
      )}
      <span className="mt-auto font-display text-xl leading-none font-extrabold">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      {totalVotes !== null && (
        <span className="steady text-sm leading-tight font-semibold">{totalVotes} total votes</span>
      )}
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
