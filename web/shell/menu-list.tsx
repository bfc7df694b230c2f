import { House, Trophy, User, Users } from "lucide-react";
import type { ReactNode } from "react";
import { type Path, Link, paths, useCurrentPath } from "../core/link.tsx";

const look =
  "flex min-h-13 w-full items-center gap-3.5 rounded-tile px-3 py-2 text-left text-lg font-semibold hover:bg-tint aria-[current]:bg-tint";

/** An entry of a sheet that leads to a page; `onGo` closes the sheet. */
export function MenuLink({
  to,
  icon,
  note,
  onGo,
  current = false,
  children,
}: {
  to: Path;
  icon?: ReactNode;
  note?: ReactNode;
  onGo: () => void;
  /** Marks the entry that the open page belongs to. */
  current?: boolean;
  children: ReactNode;
}) {
  const path = useCurrentPath();
  return (
    <li>
      <Link to={to} onClick={onGo} className={look} aria-current={path === to ? "page" : current || undefined}>
        {icon}
        <span className="grid min-w-0">
          <span className="truncate">{children}</span>
          {note && <span className="truncate text-sm font-normal text-soft">{note}</span>}
        </span>
      </Link>
    </li>
  );
}

/** The entries that the visitor's and the member's menu share. */
export const MainPages = ({ onGo }: { onGo: () => void }) => (
  <>
    <MenuLink to={paths.home} onGo={onGo} icon={<House aria-hidden="true" />}>
      Home
    </MenuLink>
    <MenuLink to={paths.awards} onGo={onGo} icon={<Trophy aria-hidden="true" />}>
      Awards
    </MenuLink>
    <MenuLink to={paths.members} onGo={onGo} icon={<Users aria-hidden="true" />}>
      Members
    </MenuLink>
    <MenuLink to={paths.profile()} onGo={onGo} icon={<User aria-hidden="true" />}>
      Profile
    </MenuLink>
  </>
);

/** An entry of a sheet that leaves the app, such as Logout. A click calls `onExit` instead of following `href`. */
export const MenuExit = ({
  href,
  icon,
  onExit,
  children,
}: {
  href: string;
  icon?: ReactNode;
  onExit: () => void;
  children: ReactNode;
}) => (
  <li>
    <a
      href={href}
      className={look}
      onClick={(event) => {
        event.preventDefault();
        onExit();
      }}
    >
      {icon}
      {children}
    </a>
  </li>
);
