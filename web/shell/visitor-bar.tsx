import { useCurrentPath, useQueryString } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths, returnPathOf } from "../core/paths.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The bar for visitors: Login, which on the sign-in page keeps its return path, and the menu on phones. */
export function VisitorBar() {
  const isSigningIn = /^\/(auth|register)$/.test(useCurrentPath());
  const back = returnPathOf(useQueryString(), location.origin);
  return (
    <TopBar>
      <ButtonLink to={isSigningIn && back !== paths.home ? paths.auth(back) : paths.auth()} size="sm">
        Login
      </ButtonLink>
      <PhoneMenu menu={VisitorMenu} />
    </TopBar>
  );
}
