import { useCurrentPath, useQueryString } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { type Path, paths } from "../core/paths.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The bar for visitors: Login, which on the sign-in page keeps its return path, and the menu on phones. */
export function VisitorBar() {
  const isSigningIn = /^\/(auth|register)$/.test(useCurrentPath());
  const query = useQueryString();
  return (
    <TopBar>
      <ButtonLink to={isSigningIn ? (`/auth${query}` as Path) : paths.auth()} size="sm">
        Login
      </ButtonLink>
      <PhoneMenu menu={VisitorMenu} />
    </TopBar>
  );
}
