import { ChevronDown, Plus } from "lucide-react";
import { navigate } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { buttonLook } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useSquads } from "../core/current-squad.ts";

/** Shows the squad of the open page, with a menu of the viewer's squads. */
export function SquadSelector() {
  const { squads, current, hereName } = useSquads();
  if (!squads) return <Skeleton className="h-11 w-36 rounded-full" />;
  if (squads.length === 0)
    return (
      <ButtonLink to={paths.createSquad} size="sm" icon={<Plus aria-hidden="true" size={18} />}>
        Create Squad
      </ButtonLink>
    );
  return (
    <Menu
      triggerClass={`${buttonLook("plain", "sm")} max-w-40 min-w-0 lg:max-w-52`}
      trigger={
        <>
          <span className="truncate">{hereName ?? "Select Squad"}</span>
          <ChevronDown aria-hidden="true" size={18} className="shrink-0" />
        </>
      }
      entries={[
        ...squads.map(({ id, name, description }) => ({
          id,
          label: name,
          note: description,
          href: paths.squad(id),
          current: id === current?.id,
          onSelect: () => navigate(paths.squad(id)),
        })),
        {
          id: "new",
          label: "Create New Squad",
          icon: <Plus aria-hidden="true" size={18} />,
          href: paths.createSquad,
          separated: true,
          onSelect: () => navigate(paths.createSquad),
        },
      ]}
    />
  );
}
