import type { ReactNode } from "react";
import type { Squad, SquadCard } from "#contract/squads.ts";
import { Link } from "../core/link.tsx";
import type { Path } from "../core/paths.ts";
import { Cover } from "../scenes/cover.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";

/** A count with its noun: "8 members", "1 member". */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A chip for an example squad, or for a squad whose admin the viewer is. */
export const squadChip = ({ isDemo, role }: Squad): ReactNode =>
  isDemo ? <Chip look="spot">Example</Chip> : role === "admin" ? <Chip look="spot">Admin</Chip> : undefined;

/** A squad in a list. `to` links its cover and name; `note` stands beside the member count. */
export const SquadTile = ({
  squad,
  to,
  note,
  corner,
  actions,
}: {
  squad: SquadCard;
  to?: Path;
  note?: ReactNode;
  corner?: ReactNode;
  actions?: ReactNode;
}) => {
  const cover = <Cover of={squad} className="aspect-[2/1] w-full" />;
  return (
    <Card className="relative flex h-full flex-col">
      {to === undefined ? (
        <div className="edge-b">{cover}</div>
      ) : (
        <Link to={to} tabIndex={-1} aria-hidden="true" className="edge-b block">
          {cover}
        </Link>
      )}
      {corner !== undefined && <div className="absolute top-3 left-3 flex gap-2">{corner}</div>}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="title text-2xl wrap-anywhere">
          {to === undefined ? (
            squad.name
          ) : (
            <Link to={to} className="hover:underline">
              {squad.name}
            </Link>
          )}
        </h2>
        {squad.description !== "" && <p className="line-clamp-3 wrap-anywhere text-soft">{squad.description}</p>}
        <p className="font-semibold">
          {countOf(squad.memberCount, "member")}
          {note}
        </p>
        {actions !== undefined && <div className="mt-auto flex flex-wrap gap-3 pt-3">{actions}</div>}
      </div>
    </Card>
  );
};
