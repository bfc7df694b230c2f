import { useCurrentPath } from "../core/location.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The visitor's bar. */
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
