import { Compass, House, LogIn, Trophy, User, Users } from "lucide-react";
import { paths } from "../core/paths.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { MenuLink } from "./menu-list.tsx";

/** A visitor's menu on a phone. */
export function VisitorMenu(state: DialogState) {
  const close = () => state.onOpenChange(false);
  return (
    <Dialog {...state} title="Menu">
      <ul className="-mx-2 grid">
        <MenuLink to={paths.home} onGo={close} icon={<House aria-hidden="true" />}>
          Home
        </MenuLink>
        <MenuLink to={paths.awards} onGo={close} icon={<Trophy aria-hidden="true" />}>
          Awards
        </MenuLink>
        <MenuLink to={paths.members} onGo={close} icon={<Users aria-hidden="true" />}>
          Members
        </MenuLink>
        <MenuLink to={paths.profile()} onGo={close} icon={<User aria-hidden="true" />}>
          Profile
        </MenuLink>
        <MenuLink to={paths.findSquad} onGo={close} icon={<Compass aria-hidden="true" />}>
          Find a Squad
        </MenuLink>
        <MenuLink to={paths.auth()} onGo={close} icon={<LogIn aria-hidden="true" />}>
          Login
        </MenuLink>
      </ul>
    </Dialog>
  );
}
