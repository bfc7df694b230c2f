import { useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { SquadSelector } from "./squad-selector.tsx";
import { MenuGlyph, TopBar } from "./top-bar.tsx";
import { UserMenu } from "./user-menu.tsx";

const MobileMenu = onDemand(async () => (await import("./member-menu.tsx")).MemberMenu);

/** The member's bar: squads and user menu on wide screens, one menu on phones. */
export function MemberBar() {
  const [open, setOpen] = useState(false);
  return (
    <TopBar>
      <div className="hidden items-center gap-2 md:flex">
        <SquadSelector />
        <UserMenu />
      </div>
      <IconButton
        label="Menu"
        className="md:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        {...MobileMenu.hint}
      >
        <MenuGlyph />
      </IconButton>
      <MobileMenu open={open} onOpenChange={setOpen} />
    </TopBar>
  );
}
