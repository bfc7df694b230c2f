import { useState } from "react";
import { useCurrentPath } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { IconButton } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { MenuGlyph, TopBar } from "./top-bar.tsx";

const MobileMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The visitor's bar. */
export function VisitorBar() {
  const [open, setOpen] = useState(false);
  const path = useCurrentPath();
  return (
    <TopBar>
      {path !== paths.auth() && (
        <ButtonLink to={paths.auth()} size="sm">
          Login
        </ButtonLink>
      )}
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
