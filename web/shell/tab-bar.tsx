import { House, type LucideIcon, Plus, Trophy, User, Users } from "lucide-react";
import { useState } from "react";
import { Link, type Path, paths, useCurrentPath } from "../core/link.tsx";
import { onDemand } from "../ui/on-demand.tsx";

const AddSheet = onDemand(async () => (await import("./add-sheet.tsx")).AddSheet);

const look =
  "grid min-h-14 content-center justify-items-center gap-1 rounded-tile text-xs leading-none font-bold text-soft aria-[current]:text-main max-[17rem]:text-[0px]";

/** A page of the bar, which may have a second address. */
const Tab = ({ to, also, icon: Icon, name }: { to: Path; also?: string; icon: LucideIcon; name: string }) => (
  <li>
    <Link to={to} className={look} aria-current={[to, also].includes(useCurrentPath()) ? "page" : undefined}>
      <Icon aria-hidden="true" size={22} />
      {name}
    </Link>
  </li>
);

/** The bottom bar on phones: four pages, and in the middle the button to add things. */
export function TabBar() {
  const [adding, setAdding] = useState(false);
  return (
    <nav
      aria-label="Places"
      className="edge-t fixed inset-x-0 bottom-0 z-30 bg-card px-2 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5 py-1">
        <Tab to={paths.home} also={paths.dashboard} icon={House} name="Home" />
        <Tab to={paths.awards} icon={Trophy} name="Awards" />
        <li>
          <button
            type="button"
            className={`${look} w-full`}
            aria-haspopup="dialog"
            aria-expanded={adding}
            onClick={() => setAdding(true)}
            {...AddSheet.hint}
          >
            <span className="edge -my-1 grid size-8 place-items-center rounded-full bg-action text-on-action">
              <Plus aria-hidden="true" size={20} strokeWidth={2.5} />
            </span>
            Add
          </button>
        </li>
        <Tab to={paths.members} icon={Users} name="Members" />
        <Tab to={paths.profile()} icon={User} name="Profile" />
      </ul>
      <AddSheet open={adding} onOpenChange={setAdding} />
    </nav>
  );
}
