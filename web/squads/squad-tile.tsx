import type { ReactNode } from "react";
import { ownDescription } from "#contract/squad-description.ts";
import type { Squad, SquadCard } from "#contract/squads.ts";
import { membersOf } from "./squad-words.ts";
import { type Path, Link } from "../core/link.tsx";
import { NewChip } from "../media/seen/new-chip.tsx";
import { Cover } from "../scenes/cover.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { cx } from "../ui/class-names.ts";

/** A chip for an example squad, or for a squad whose admin the viewer is, and one for what is new in it. */
export const squadChip = ({ isDemo, role, newPhotos }: Squad): ReactNode => (
  <>
    {isDemo ? <Chip look="spot">Example</Chip> : role === "admin" && <Chip look="spot">Admin</Chip>}
    <NewChip count={newPhotos} />
  </>
);

/**
 * A squad in a list. With `to`, a press anywhere on it opens that page; `note` stands beside the member count. A `wide` card has its
 * picture at the left.
 */
export const SquadTile = ({
  squad,
  scene,
  to,
  note,
  corner,
  actions,
  wide = false,
}: {
  squad: SquadCard;
  scene: string;
  to?: Path;
  note?: ReactNode;
  corner?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
}) => {
  const words = ownDescription(squad);
  return (
    <Card data-grows className={cx("relative flex h-full flex-col", wide && "md:flex-row")}>
      <div className={wide ? "wide-picture md:min-h-56" : "edge-b"}>
        <Cover of={squad} scene={scene} className="aspect-[2/1] w-full" />
      </div>
      {corner !== undefined && <div className="absolute top-3 left-3 flex gap-2">{corner}</div>}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="title text-2xl wrap-anywhere">
          {to === undefined ? (
            squad.name
          ) : (
            <Link to={to} className="after:absolute after:inset-0 hover:underline">
              {squad.name}
            </Link>
          )}
        </h2>
        {words !== "" && <p className="line-clamp-3 wrap-anywhere text-soft">{words}</p>}
        <p className="font-semibold">
          {membersOf(squad)}
          {note}
        </p>
        {actions !== undefined && (
          <div className="relative z-10 mt-auto flex flex-wrap gap-3 self-start pt-3">{actions}</div>
        )}
      </div>
    </Card>
  );
};
