// Written by hand because of the byte budget: typed links are otherwise part of a router of 12 kB.

declare const made: unique symbol;
/** An address on this site. Only `paths` makes them, so a mistyped link does not compile. */
export type Path = string & { readonly [made]: true };

/** What a page opens on arrival; it stands in `?open=`. */
export type TripOpening = "crew" | "edit" | "invite" | "categories" | "upload";
export type SquadOpening = "edit" | "invite" | "trip" | "upload";

const path = (parts: TemplateStringsArray, ...values: readonly string[]): Path =>
  String.raw({ raw: parts.raw }, ...values.map(encodeURIComponent)) as Path;

const opening = (base: Path, open: string | undefined): Path =>
  open === undefined ? base : (`${base}?open=${open}` as Path);

/** Every page of the product. */
export const paths = {
  home: path`/`,
  dashboard: path`/dashboard`,
  /** The photos of the page one is on, or else of the home page. */
  gallery: path`/#gallery`,
  auth: (back?: string) => (back === undefined ? path`/auth` : path`/auth?return=${back}`),
  register: (back: string) => path`/register?return=${back}`,
  resetPassword: path`/reset-password`,
  confirmEmail: path`/confirm-email`,
  /** One's email, password and data. */
  account: path`/account`,
  /** Leads on to the squad one was in last. */
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
  /** A trip with one of its photos open. */
  photo: (tripId: string, id: string) => path`/trips/${tripId}?photo=${id}`,
  /** A squad with one of its photos open. */
  squadPhoto: (squadId: string, id: string) => path`/squads/${squadId}?photo=${id}`,
  ballot: (tripId: string) => path`/trips/${tripId}/awards`,
  leaderboard: (tripId: string, categoryId?: string) =>
    categoryId === undefined
      ? path`/trips/${tripId}/leaderboard`
      : path`/trips/${tripId}/leaderboard?award=${categoryId}`,
  awards: path`/awards`,
  members: path`/members`,
  profile: (userId?: string) => (userId === undefined ? path`/profile` : path`/profile/${userId}`),
  privacyPolicy: path`/privacy-policy`,
  termsOfService: path`/terms-of-service`,
} as const;

/** Addresses of the server that the browser goes to itself: it must leave the page for them. */
export const serverPaths = {
  logout: "/api/logout",
  login: (back: string) => `/api/login?return=${encodeURIComponent(back)}`,
} as const;

/**
 * Where to go after signing in: `return` or `redirect` of a query string. Only a page of this site counts;
 * other sites, calls of the server and the sign-in page itself are answered with `/`.
 */
export function returnPathOf(search: string, origin: string): Path {
  const asked = new URLSearchParams(search);
  const wanted = asked.get("return") ?? asked.get("redirect") ?? "/";
  if (!wanted.startsWith("/") || !URL.canParse(wanted, origin)) return paths.home;
  const url = new URL(wanted, origin);
  const away = url.origin !== origin || /^\/(api|objects|auth|register)(\/|$)/.test(url.pathname);
  // A path such as //host, once resolved away, must not come back as one.
  return away || url.pathname.startsWith("//") ? paths.home : ((url.pathname + url.search + url.hash) as Path);
}

/** The page one is on, with its search and anchor, to return to. */
export const herePath = (): string => location.pathname + location.search + location.hash;
