import { useCurrentPath } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The bar for visitors: Login, except on the sign-in page, and the menu on phones. */
export const VisitorBar = () => (
  <TopBar>
    {useCurrentPath() !== paths.auth() && (
      <ButtonLink to={paths.auth()} size="sm">
        Login
      </ButtonLink>
    )}
    <PhoneMenu menu={VisitorMenu} />
  </TopBar>
);
