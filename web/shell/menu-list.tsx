import type { ReactNode } from "react";
import { useCurrentPath } from "../core/location.ts";
import { Link } from "../core/link.tsx";
import type { Path } from "../core/paths.ts";

const look =
  "flex min-h-13 w-full items-center gap-3.5 rounded-tile px-3 py-2 text-left text-lg font-semibold hover:bg-tint aria-[current]:bg-tint";

/** One line of a sheet that leads to a page; `onGo` closes the sheet. */
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
  /** Marks the one of a choice that the open page belongs to. */
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

/** One line of a sheet that leaves the app, such as Logout. */
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
