import { House, Plus, Trophy, User, Users } from "lucide-react";
import { useState } from "react";
import { Link, paths, useCurrentPath } from "../core/link.tsx";
import { onDemand } from "../ui/on-demand.tsx";

const AddSheet = onDemand(async () => (await import("./add-sheet.tsx")).AddSheet);

const look =
  "grid min-h-14 content-center justify-items-center gap-1 rounded-tile text-xs leading-none font-bold text-soft aria-[current]:text-main max-[17rem]:text-[0px]";

/** The bottom bar on phones: four pages, and in the middle the button to add things. */
export function TabBar() {
  const path = useCurrentPath();
  const [adding, setAdding] = useState(false);
  const here = (...places: readonly string[]) => (places.includes(path) ? "page" : undefined);
  return (
    <nav
      aria-label="Places"
      className="edge-t fixed inset-x-0 bottom-0 z-30 bg-card px-2 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5 py-1">
        <li>
          <Link to={paths.home} className={look} aria-current={here(paths.home, paths.dashboard)}>
            <House aria-hidden="true" size={22} />
            Home
          </Link>
        </li>
        <li>
          <Link to={paths.awards} className={look} aria-current={here(paths.awards)}>
            <Trophy aria-hidden="true" size={22} />
            Awards
          </Link>
        </li>
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
        <li>
          <Link to={paths.members} className={look} aria-current={here(paths.members)}>
            <Users aria-hidden="true" size={22} />
            Members
          </Link>
        </li>
        <li>
          <Link to={paths.profile()} className={look} aria-current={here(paths.profile())}>
            <User aria-hidden="true" size={22} />
            Profile
          </Link>
        </li>
      </ul>
      <AddSheet open={adding} onOpenChange={setAdding} />
    </nav>
  );
}
