import { type ReactNode, useState } from "react";
import { type Path, Link, paths, useCurrentPath } from "../core/link.tsx";
import { Logo } from "../core/logo.tsx";
import { IconButton } from "../ui/button.tsx";
import type { OnDemand } from "../ui/on-demand.tsx";

const places: readonly { readonly label: string; readonly to: Path }[] = [
  { label: "Home", to: paths.home },
  { label: "Awards", to: paths.awards },
  { label: "Gallery", to: paths.gallery },
  { label: "Profile", to: paths.profile() },
];

/** The bar above every page: logo, page links (on wide screens), and `children` at the end. */
export function TopBar({ children }: { children: ReactNode }) {
  const path = useCurrentPath();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page/90 backdrop-blur-md">
      <nav aria-label="Main" className="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-4 sm:px-8 md:gap-4">
        <Logo />
        <ul className="bar-links hidden items-center font-semibold md:flex lg:ml-4 lg:gap-1">
          {places.map(({ label, to }) => (
            <li key={label}>
              <Link
                to={to}
                aria-current={path === to ? "page" : undefined}
                onClick={(event) => to === paths.gallery && showGallery(event)}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="ml-auto flex min-w-0 items-center gap-2">{children}</div>
      </nav>
    </header>
  );
}

/** The menu on phones, and the button that opens it. */
export function PhoneMenu({ menu: Menu }: { menu: OnDemand }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Menu"
        className="md:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        {...Menu.hint}
      >
        <MenuGlyph />
      </IconButton>
      <Menu open={open} onOpenChange={setOpen} />
    </>
  );
}

/** A menu icon of three waves. It is drawn here so that a visitor's first page needs no icon library. */
const MenuGlyph = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" width="24" className="fill-none stroke-current stroke-[2.25]">
    <path strokeLinecap="round" d="M3 7q3-2 6 0t6 0 6 0M3 12.5q3-2 6 0t6 0 6 0M3 18q3-2 6 0t6 0 6 0" />
  </svg>
);

/** On a page with a gallery, scrolls to it instead of following the link. */
function showGallery(event: React.MouseEvent): void {
  const gallery = document.querySelector("#gallery");
  if (!gallery) return;
  event.preventDefault();
  gallery.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  history.replaceState(history.state, "", "#gallery");
}
