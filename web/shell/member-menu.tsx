import { Armchair, LogOut as LogOutIcon, Plus } from "lucide-react";
import { useState } from "react";
import { ownDescription } from "#contract/squad-description.ts";
import { paths, serverPaths } from "../core/link.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { useSquads } from "../core/current-squad.ts";
import { useMe } from "../core/viewer.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { MainPages, MenuExit, MenuLink } from "./menu-list.tsx";

const LogOut = onDemand(async () => (await import("../media/uploads/log-out.tsx")).LogOut);

/** A member's menu on a phone: the main pages, their squads, and Logout. */
export function MemberMenu(state: DialogState) {
  const { isSeat } = useMe();
  const { squads, current, hereName } = useSquads();
  const [isLeaving, setLeaving] = useState(false);
  const close = () => state.onOpenChange(false);
  return (
    <>
      <Dialog {...state} title="Menu">
        <ul className="-mx-2 grid">
          <MainPages onGo={close} />
        </ul>
        {squads && squads.length > 0 && (
          <>
            <h3 id="menu-squads" className="mt-4 mb-1 truncate text-sm font-bold text-soft">
              {current ? "Select Squad" : (hereName ?? "Select Squad")}
            </h3>
            <ul aria-labelledby="menu-squads" className="-mx-2 grid max-h-80 overflow-y-auto">
              {squads.map((squad) => (
                <MenuLink
                  key={squad.id}
                  to={paths.squad(squad.id)}
                  onGo={close}
                  note={ownDescription(squad)}
                  current={squad.id === current?.id}
                >
                  {squad.name}
                </MenuLink>
              ))}
            </ul>
          </>
        )}
        {squads && (
          <ul className="-mx-2 grid">
            <MenuLink to={paths.createSquad} onGo={close} icon={<Plus aria-hidden="true" />}>
              {squads.length > 0 ? "Create New Squad" : "Create Squad"}
            </MenuLink>
          </ul>
        )}
        <ul className="-mx-2 mt-3 grid border-t border-line pt-3">
          {isSeat && (
            <MenuLink to={paths.account} onGo={close} icon={<Armchair aria-hidden="true" />}>
              Your Seat
            </MenuLink>
          )}
          <MenuExit
            href={serverPaths.logout}
            icon={<LogOutIcon aria-hidden="true" />}
            onExit={() => {
              close();
              setLeaving(true);
            }}
          >
            Logout
          </MenuExit>
        </ul>
      </Dialog>
      <LogOut open={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
