import { onDemand } from "../ui/on-demand.tsx";
import { SquadSelector } from "./squad-selector.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";
import { UserMenu } from "./user-menu.tsx";

const MemberMenu = onDemand(async () => (await import("./member-menu.tsx")).MemberMenu);

/** The bar for members: squads and the user menu on wide screens, one menu on phones. */
export const MemberBar = () => (
  <TopBar>
    <div className="hidden min-w-0 items-center gap-2 md:flex">
      <SquadSelector />
      <UserMenu />
    </div>
    <PhoneMenu menu={MemberMenu} />
  </TopBar>
);
