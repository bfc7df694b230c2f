import type { ReactNode } from "react";
import type { CabinetAward, CabinetOrder, Shelf, Trophy } from "#contract/titles.ts";
import { Link, type Path, paths } from "../../core/link.tsx";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { paintOf } from "../categories/colors.ts";
import { NomineeAvatar, NomineeName } from "../nominee.tsx";
import { Cup, MissingCup, cupHeight } from "./cup.tsx";
import { engravingOf, spokenOf } from "./trophy-words.ts";

/** A shelf with its cups, and a gap for each open award. A press on a cup shows its proof with `onProof`, or opens its leaderboard. */
export function TrophyShelf({
  shelf,
  by,
  onProof,
}: {
  shelf: Shelf;
  by: CabinetOrder;
  onProof: (trophy: Trophy) => void;
}) {
  const gaps = shelf.open.map((award) => (
    <Place key={award.category.id} to={paths.ballot(award.trip.id)} label={labelOf(award, by)} spoken="still open">
      <MissingCup />
      <span aria-hidden="true" className={`${plinth} border-2 border-dashed border-field-line text-soft`}>
        <span className="truncate text-sm font-bold">Open</span>
        <span className="steady text-xs">{award.trip.year}</span>
      </span>
    </Place>
  ));
  return (
    <>
      <h3 className="title flex min-h-11 items-center gap-3 text-xl wrap-anywhere">
        <ShelfTitle shelf={shelf} by={by} />
      </h3>
      <ul className="sideways trophy-shelf [--before:0px]">
        {/* Both orders begin with the latest. */}
        {by === "award" && gaps}
        {shelf.trophies.map((trophy) => (
          <Place
            key={trophy.category.id}
            {...(trophy.receipt
              ? { onPress: () => onProof(trophy) }
              : { to: paths.leaderboard(trophy.trip.id, trophy.category.id) })}
            label={trophy.times > 1 ? `${trophy.times} × ${trophy.category.name}` : labelOf(trophy, by)}
            spoken={spokenOf(trophy)}
          >
            <Cup category={trophy.category} height={cupHeight(trophy.titlesInRow)} />
            <span aria-hidden="true" style={paintOf(trophy.category.color)} className={`${plinth} edge`}>
              <span className="truncate font-display text-sm font-extrabold">{engravingOf(trophy)}</span>
              <span className="steady text-xs font-semibold">{trophy.trip.year}</span>
            </span>
          </Place>
        ))}
        {by !== "award" && gaps}
      </ul>
    </>
  );
}

const plinth = "-mt-0.5 grid w-full rounded-t-photo px-1.5 py-1 text-center leading-tight";

const labelOf = ({ category, trip }: CabinetAward, by: CabinetOrder): string =>
  by === "award" ? trip.name : category.name;

/** One place on a shelf. `label` stands below the board, and screen readers go on with `spoken`. */
function Place({
  to,
  onPress,
  label,
  spoken,
  children,
}: {
  to?: Path;
  onPress?: () => void;
  label: string;
  spoken: string;
  children: ReactNode;
}) {
  const look = "group flex w-full flex-1 flex-col items-center justify-end rounded-tile px-2 -outline-offset-2";
  const content = (
    <>
      {children}
      <span className="mt-1.5 h-(--label) w-full pt-1.5 text-center">
        <span className="line-clamp-2 text-sm leading-tight wrap-anywhere group-hover:underline">{label}</span>
        <span className="sr-only">: {spoken}</span>
      </span>
    </>
  );
  return (
    <li className="flex w-28 shrink-0 snap-start">
      {to === undefined ? (
        <button type="button" className={look} onClick={onPress}>
          {content}
        </button>
      ) : (
        <Link to={to} className={look}>
          {content}
        </Link>
      )}
    </li>
  );
}

function ShelfTitle({ shelf: { user, trophies }, by }: { shelf: Shelf; by: CabinetOrder }) {
  const [first] = trophies;
  if (by === "person")
    return (
      <>
        <NomineeAvatar user={user} />
        <NomineeName user={user} className="min-w-0" />
      </>
    );
  if (!first) return null;
  if (by === "award")
    return (
      <>
        <CategoryBadge category={first.category} size="sm" />
        <span className="min-w-0">{first.category.name}</span>
      </>
    );
  return (
    <Link to={paths.leaderboard(first.trip.id)} className="min-w-0 py-2.5 hover:underline">
      {first.trip.name}
    </Link>
  );
}
