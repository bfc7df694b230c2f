import {
  Armchair,
  ChevronDown,
  LogOut as LogOutIcon,
  type LucideIcon,
  Plus,
  Settings2,
  User,
  Users,
} from "lucide-react";
import { useState } from "react";
import { ownDescription } from "#contract/squad-description.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";
import { type Path, ButtonLink, navigate, paths, serverPaths } from "../core/link.tsx";
import { buttonLook } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useSquads } from "../core/current-squad.ts";
import { Bell } from "../inbox/bell.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { useMe } from "../core/viewer.ts";

const MemberMenu = onDemand(async () => (await import("./member-menu.tsx")).MemberMenu);

/** The bar for members: squads and the user menu on wide screens, one menu on phones, and the bell. */
export const MemberBar = () => (
  <TopBar>
    <div className="hidden min-w-0 md:flex">
      <SquadSelector />
    </div>
    <Bell />
    <div className="hidden md:flex">
      <UserMenu />
    </div>
    <PhoneMenu menu={MemberMenu} />
  </TopBar>
);

/** Shows the squad of the open page, with a menu of the viewer's squads. */
function SquadSelector() {
  const { squads, current, hereName } = useSquads();
  if (!squads) return <Skeleton className="h-11 w-36 rounded-full" />;
  if (squads.length === 0)
    return (
      <ButtonLink to={paths.createSquad} size="sm" icon={<Plus aria-hidden="true" size={18} />}>
        Create Squad
      </ButtonLink>
    );
  return (
    <Menu
      triggerClass={`${buttonLook("plain", "sm")} max-w-40 min-w-0 lg:max-w-52`}
      trigger={
        <>
          <span className="truncate">{hereName ?? "Select Squad"}</span>
          <ChevronDown aria-hidden="true" size={18} className="shrink-0" />
        </>
      }
      entries={[
        ...squads.map((squad) => ({
          id: squad.id,
          label: squad.name,
          note: ownDescription(squad),
          href: paths.squad(squad.id),
          current: squad.id === current?.id,
          onSelect: () => navigate(paths.squad(squad.id)),
        })),
        {
          id: "new",
          label: "Create New Squad",
          icon: <Plus aria-hidden="true" size={18} />,
          href: paths.createSquad,
          separated: true,
          onSelect: () => navigate(paths.createSquad),
        },
      ]}
    />
  );
}

const LogOut = onDemand(async () => (await import("../media/uploads/log-out.tsx")).LogOut);

/** The viewer's picture and first name, with a menu of profile, members, account and logout. */
function UserMenu() {
  const me = useMe();
  const [isLeaving, setLeaving] = useState(false);
  const entry = (label: string, Icon: LucideIcon, href: Path) => ({
    id: label,
    label,
    icon: <Icon aria-hidden="true" size={18} />,
    href,
    onSelect: () => navigate(href),
  });
  return (
    <>
      <Menu
        align="end"
        triggerClass="inline-flex min-h-11 shrink-0 items-center gap-2.5 rounded-full pl-1 font-semibold max-lg:pr-1 lg:pr-3 hover:bg-tint"
        trigger={
          <>
            <Avatar person={me} size="sm" />
            <span className="max-w-32 truncate max-lg:sr-only">{me.firstName}</span>
          </>
        }
        entries={[
          entry("Profile", User, paths.profile()),
          entry("Members", Users, paths.members),
          me.isSeat ? entry("Your Seat", Armchair, paths.account) : entry("Account", Settings2, paths.account),
          {
            id: "logout",
            label: "Logout",
            icon: <LogOutIcon aria-hidden="true" size={18} />,
            href: serverPaths.logout,
            onSelect: () => setLeaving(true),
          },
        ]}
      />
      <LogOut open={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
