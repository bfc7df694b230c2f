import { Compass, LogIn } from "lucide-react";
import { paths } from "../core/link.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { MainPages, MenuLink } from "./menu-list.tsx";

/** A visitor's menu on a phone. */
export function VisitorMenu(state: DialogState) {
  const close = () => state.onOpenChange(false);
  return (
    <Dialog {...state} title="Menu">
      <ul className="-mx-2 grid">
        <MainPages onGo={close} />
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
