// Written by hand because of the byte budget: typed links otherwise need a router of 12 kB.
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { navigate as go, useLocationProperty, usePathname } from "wouter/use-browser-location";
import { type PageName, type Pages, pageNames, pages } from "#contract/pages.ts";
import { type ButtonLook, type ButtonSize, buttonLook } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { leavesPage } from "../ui/leaves-page.ts";

declare const made: unique symbol;
/** An address on this site. Only `paths` makes one, so a mistyped link does not compile. */
export type Path = string & { readonly [made]: true };

/** The dialog that a page opens on arrival, from `?open=`. */
export type TripOpening = "crew" | "edit" | "invite" | "categories" | "upload" | "night" | "members";
export type CostsOpening = "add" | "settle" | "payment" | "changes";
export type SquadOpening = "edit" | "invite" | "trip" | "upload";

/** A path, or a function of the parameter in it. */
type PathOf<P extends string> = P extends `${string}:${string}?`
  ? (id?: string) => Path
  : P extends `${string}:${string}`
    ? (id: string) => Path
    : Path;

const linkTo = (path: string) =>
  path.includes(":")
    ? (id?: string) => path.replace(/\/:\w+\??/, id === undefined ? "" : `/${encodeURIComponent(id)}`)
    : path;

const links = Object.fromEntries(pageNames.map((name) => [name, linkTo(pages[name].path)])) as {
  readonly [N in PageName]: PathOf<Pages[N]["path"]>;
};

const asking = (base: Path, name: string, value: string | undefined): Path =>
  value === undefined ? base : (`${base}?${name}=${encodeURIComponent(value)}` as Path);

/** The path of every page by its name, and links to what pages show on arrival. */
export const paths = {
  ...links,
  /** The gallery of the home page. The top bar scrolls to the current page's gallery instead, if it has one. */
  gallery: "/#gallery" as Path,
  auth: (back?: string) => asking(links.auth, "return", back),
  register: (back: string) => asking(links.register, "return", back),
  authThenCreateSquad: "/auth?redirect=/create-squad" as Path,
  squadsFound: (q: string) => asking(links.findSquad, "q", q),
  joinSquad: (id: string, invite?: string) => asking(links.joinSquad(id), "invite", invite),
  squad: (id: string, open?: SquadOpening) => asking(links.squad(id), "open", open),
  trip: (id: string, open?: TripOpening) => asking(links.trip(id), "open", open),
  costs: (tripId: string, open?: CostsOpening) => asking(links.costs(tripId), "open", open),
  /** A trip with an open photo. */
  photo: (tripId: string, id: string) => asking(links.trip(tripId), "photo", id),
  /** A squad with an open photo. */
  squadPhoto: (squadId: string, id: string) => asking(links.squad(squadId), "photo", id),
  night: (tripId: string, as?: "replay") => (as ? (`${links.night(tripId)}?replay` as Path) : links.night(tripId)),
  leaderboard: (tripId: string, categoryId?: string) => asking(links.leaderboard(tripId), "award", categoryId),
} as const;

/** Server addresses that need a full page load. */
export const serverPaths = {
  logout: "/api/logout",
  login: (back: string) => `/api/login?return=${encodeURIComponent(back)}`,
} as const;

/**
 * The page to open after sign-in, from `return` or `redirect` of a query string. Only pages of this site count;
 * other sites, API paths, files and the sign-in pages give `/`.
 */
export function returnPathOf(search: string, origin: string): Path {
  const asked = new URLSearchParams(search);
  const wanted = asked.get("return") ?? asked.get("redirect") ?? "/";
  if (!wanted.startsWith("/") || !URL.canParse(wanted, origin)) return paths.home;
  const url = new URL(wanted, origin);
  const away = url.origin !== origin || /^\/(api|objects|auth|register)(\/|$)/.test(url.pathname);
  // A path such as `//host` would lead to another site.
  return away || url.pathname.startsWith("//") ? paths.home : ((url.pathname + url.search + url.hash) as Path);
}

/** The current page with its query and anchor, as a return address. */
export const herePath = (): string => location.pathname + location.search + location.hash;

type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: Path };

/** A link to a page of the app. Opens it without a document load. */
export const Link = ({ to, onClick, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={to}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || leavesPage(event)) return;
      event.preventDefault();
      const here = location.pathname;
      navigate(to);
      // `useArrival` scrolls after a page change. A link to the current page scrolls to its top.
      if (location.pathname === here && location.hash === "") scrollTo({ top: 0, behavior: "smooth" });
    }}
  >
    {children}
  </a>
);

/** A link that looks like a button. */
export const ButtonLink = ({
  look = "plain",
  size = "md",
  icon,
  className,
  children,
  ...rest
}: LinkProps & { look?: ButtonLook; size?: ButtonSize; icon?: ReactNode }) => (
  <Link {...rest} className={cx(buttonLook(look, size), className)}>
    {icon}
    {children}
  </Link>
);

/** An underlined text link. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link
    {...rest}
    className={cx("font-semibold wrap-anywhere underline underline-offset-4 hover:decoration-2", className)}
  />
);

/** The path of the current page. Rerenders on change. */
export const useCurrentPath = (): string => usePathname();

/** The query string of the current page with its `?`, or empty. */
export const useQueryString = (): string => useLocationProperty(currentSearch, currentSearch);
const currentSearch = () => location.search;

/** The anchor in the address, with its `#`, or empty. */
export const useHash = (): string =>
  useLocationProperty(
    () => location.hash,
    () => "",
  );

/** The parameters of the query string, and a function that changes them on the same page. */
export function useSearchParams(): readonly [URLSearchParams, typeof changeSearch] {
  const query = useQueryString();
  return [useMemo(() => new URLSearchParams(query), [query]), changeSearch];
}
const changeSearch = (
  change: (now: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean; state?: unknown },
): void => {
  const query = change(new URLSearchParams(location.search)).toString();
  go(query === "" ? location.pathname : `?${query}`, options);
};

/** Opens a page without a document load. */
export const navigate = (to: Path, options?: { replace?: boolean }): void => go(to, options);
