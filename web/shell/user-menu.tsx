import { LogOut as LogOutIcon, User } from "lucide-react";
import { useState } from "react";
import { navigate } from "../core/location.ts";
import { paths, serverPaths } from "../core/paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { useMe } from "../core/viewer.ts";

const LogOut = onDemand(async () => (await import("../media/uploads/log-out.tsx")).LogOut);

/** The viewer's picture and first name, with a menu of profile and logout. */
export function UserMenu() {
  const me = useMe();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Menu
        align="end"
        triggerClass="inline-flex min-h-11 shrink-0 items-center gap-2.5 rounded-full pr-3 pl-1 font-semibold hover:bg-tint"
        trigger={
          <>
            <Avatar person={me} size="sm" />
            <span className="max-w-24 truncate lg:max-w-32">{me.firstName}</span>
          </>
        }
        entries={[
          {
            id: "profile",
            label: "Profile",
            icon: <User aria-hidden="true" size={18} />,
            href: paths.profile(),
            onSelect: () => navigate(paths.profile()),
          },
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
