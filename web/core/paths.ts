// Written by hand because of the byte budget: typed links otherwise need a router of 12 kB.

declare const made: unique symbol;
/** An address on this site. Only `paths` makes one, so a mistyped link does not compile. */
export type Path = string & { readonly [made]: true };

/** The dialog that a page opens on arrival, from `?open=`. */
export type TripOpening = "crew" | "edit" | "invite" | "categories" | "upload" | "night";
export type SquadOpening = "edit" | "invite" | "trip" | "upload";

const path = (parts: TemplateStringsArray, ...values: readonly string[]): Path =>
  String.raw({ raw: parts.raw }, ...values.map(encodeURIComponent)) as Path;

const opening = (base: Path, open: string | undefined): Path => (open ? (`${base}?open=${open}` as Path) : base);

/** Every page of the product. */
export const paths = {
  home: path`/`,
  dashboard: path`/dashboard`,
  /** The gallery of the home page. The top bar scrolls to the current page's gallery instead, if it has one. */
  gallery: path`/#gallery`,
  auth: (back?: string) => (back === undefined ? path`/auth` : path`/auth?return=${back}`),
  register: (back: string) => path`/register?return=${back}`,
  resetPassword: path`/reset-password`,
  confirmEmail: path`/confirm-email`,
  notMe: path`/not-me`,
  /** The account page: email, password, data. */
  account: path`/account`,
  /** A page that redirects to the last squad. */
  welcome: path`/welcome`,
  chooseSquad: path`/choose-squad`,
  createSquad: path`/create-squad`,
  authThenCreateSquad: path`/auth?redirect=/create-squad`,
  findSquad: path`/find-squad`,
  squadsFound: (q: string) => path`/find-squad?q=${q}`,
  joinSquad: (id: string, invite?: string) =>
    invite === undefined ? path`/join-squad/${id}` : path`/join-squad/${id}?invite=${invite}`,
  squads: path`/squads`,
  squad: (id: string, open?: SquadOpening) => opening(path`/squads/${id}`, open),
  trip: (id: string, open?: TripOpening) => opening(path`/trips/${id}`, open),
  /** A trip with an open photo. */
  photo: (tripId: string, id: string) => path`/trips/${tripId}?photo=${id}`,
  /** A squad with an open photo. */
  squadPhoto: (squadId: string, id: string) => path`/squads/${squadId}?photo=${id}`,
  ballot: (tripId: string) => path`/trips/${tripId}/awards`,
  /** The Awards Night of a trip. Its replay is the same page. */
  night: (tripId: string, as?: "replay") =>
    as === undefined ? path`/trips/${tripId}/night` : path`/trips/${tripId}/night?replay`,
  leaderboard: (tripId: string, categoryId?: string) =>
    categoryId === undefined
      ? path`/trips/${tripId}/leaderboard`
      : path`/trips/${tripId}/leaderboard?award=${categoryId}`,
  /** The page of a TV, which asks for the code of a show. */
  tv: path`/tv`,
  awards: path`/awards`,
  members: path`/members`,
  profile: (userId?: string) => (userId === undefined ? path`/profile` : path`/profile/${userId}`),
  privacyPolicy: path`/privacy-policy`,
  termsOfService: path`/terms-of-service`,
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
