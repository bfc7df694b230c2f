import { isId } from "#contract/id.ts";

/** What the document of a page brings along. */
export interface FirstPage {
  /** The page as Fastify's route. */
  readonly path: string;
  /** Its code, as `web/shell` imports it. Absent: the code comes with the app. */
  readonly module?: string;
  /** Whether the visitor's app loads queries for it. */
  readonly usesQueries?: true;
  /** The calls that it makes first, with the addresses that the web gives them. */
  readonly calls: (asked: Asked) => readonly string[];
  /** Whether the server draws it: whole for visitors, its head for members. */
  readonly isDrawn?: true;
  /** Whether it is of use without code, such as links and text. */
  readonly isUsable?: true;
  /** The address of the cover at the head of the page, from the answer of its first call. */
  readonly cover?: (answer: Answer) => string | null | undefined;
  /** What search engines and previews of links say about it, with nothing private. Absent: that of the front page. */
  readonly description?: (asked: Asked, answer: Answer | undefined) => string;
}

export interface Asked {
  /** The ids in the page's path, under their names in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly viewerId: string;
  /** The time zone of the browser. Undefined until it has said so. */
  readonly zone: string | undefined;
}

/** JSON of the contract, read with care: nothing follows from a cover that is missing. */
export interface Answer {
  readonly [key: string]: Answer | undefined;
}

const squads = "/api/squads";
const textOf = (value: Answer | undefined) => (typeof value === "string" ? (value as string) : null);
const stored = (address: string | null) =>
  address !== null && /^\/objects\/[\da-f-]{36}$/.test(address) ? address : null;

/** The days of a gallery depend on the zone. */
const outline = (place: "trips" | "squads", id: string | undefined, zone: string | undefined) =>
  zone === undefined ? [] : [`/api/${place}/${id}/media/outline?${new URLSearchParams({ zone }).toString()}`];

const dashboard: Omit<FirstPage, "path"> = {
  module: "pages/dashboard/dashboard-page.tsx",
  isDrawn: true,
  calls: () => ["/api/dashboard"],
};

/** The pages of members with data of their own. */
export const memberPages: readonly FirstPage[] = [
  { path: "/", ...dashboard },
  { path: "/dashboard", ...dashboard },
  { path: "/squads", module: "squads/squads-page.tsx", calls: () => [squads] },
  {
    path: "/squads/:id",
    module: "pages/squad/squad-page.tsx",
    isDrawn: true,
    calls: ({ params, zone }) => [`/api/squads/${params["id"]}`, squads, ...outline("squads", params["id"], zone)],
    cover: ({ squad }) => stored(textOf(squad?.["photoUrl"])),
  },
  {
    path: "/trips/:id",
    module: "pages/trip/trip-page.tsx",
    isDrawn: true,
    calls: ({ params, zone }) => [`/api/trips/${params["id"]}`, squads, ...outline("trips", params["id"], zone)],
    cover: ({ trip }) => stored(textOf(trip?.["coverUrl"])),
  },
  {
    path: "/trips/:id/awards",
    module: "awards/ballot/ballot-page.tsx",
    isDrawn: true,
    calls: ({ params: { id } }) => [`/api/trips/${id}/ballot`, `/api/trips/${id}`, `/api/trips/${id}/members`, squads],
  },
  {
    path: "/trips/:id/leaderboard",
    module: "awards/results/leaderboard-page.tsx",
    isDrawn: true,
    calls: ({ params: { id } }) => [
      `/api/trips/${id}/overall-leaderboard`,
      `/api/trips/${id}/awards`,
      `/api/trips/${id}/members`,
      `/api/trips/${id}`,
      squads,
    ],
  },
  {
    path: "/trips/:id/night",
    module: "awards/night/night-page.tsx",
    calls: ({ params: { id } }) => [`/api/trips/${id}/night`, `/api/trips/${id}`, squads],
  },
  {
    path: "/awards",
    module: "awards/results/awards-page.tsx",
    isDrawn: true,
    calls: () => ["/api/awards/all", squads],
  },
  {
    path: "/members",
    module: "accounts/people/members-page.tsx",
    calls: () => ["/api/all-members", "/api/crew-stats", squads],
  },
  {
    path: "/profile",
    module: "pages/profile/profile-page.tsx",
    isDrawn: true,
    calls: ({ viewerId }) => [`/api/users/${viewerId}/awards`, `/api/users/${viewerId}/highlights`, squads],
  },
  {
    path: "/profile/:userId",
    module: "pages/profile/profile-page.tsx",
    isDrawn: true,
    calls: ({ params: { userId } }) => [
      `/api/users/${userId}`,
      `/api/users/${userId}/awards`,
      `/api/users/${userId}/highlights`,
      squads,
    ],
  },
  { path: "/account", module: "accounts/settings/account-page.tsx", calls: () => ["/api/account", squads] },
  { path: "/join-squad/:id", module: "squads/joining-page.tsx", calls: () => [squads] },
];

/** What a visitor sees of a squad. */
const squadCard = (id: string, invite: string | null | undefined) =>
  `/api/public/squads/${id}${invite == null ? "" : `?${new URLSearchParams({ invite }).toString()}`}`;

const signIn: Omit<FirstPage, "path"> = {
  module: "accounts/sign-in/auth-page.tsx",
  isDrawn: true,
  calls: ({ query }) => ["/api/public/config", ...squadToJoin(query["return"] ?? query["redirect"])],
};

/** The squad whose invitation sign-in returns to. */
function squadToJoin(back: string | undefined): string[] {
  const { pathname, searchParams } = URL.parse(String(back), "http://any") ?? {};
  const id = /^\/join-squad\/([^/]+)$/.exec(pathname ?? "")?.[1];
  return id !== undefined && isId(id) ? [squadCard(id, searchParams?.get("invite"))] : [];
}

/** The pages that visitors see with data. */
export const visitorPages: readonly FirstPage[] = [
  {
    path: "/",
    isDrawn: true,
    isUsable: true,
    calls: () => ["/api/public/recent-media", "/api/public/stats", "/api/public/squads?limit=6"],
  },
  {
    path: "/auth",
    ...signIn,
    description: () => "Log in to Swellmates, where your squads keep their trips, photos and awards.",
  },
  {
    path: "/register",
    ...signIn,
    description: () =>
      "Create a Swellmates account. Then make a squad, plan a trip, and gather the photos of everybody.",
  },
  {
    path: "/join-squad/:id",
    module: "squads/join-squad-page.tsx",
    isDrawn: true,
    usesQueries: true,
    calls: ({ params, query: { invite } }) => [squadCard(params["id"]!, invite)],
    // Only a public squad has a card without a code.
    description: ({ query: { invite } }, card) =>
      invite === undefined && card
        ? `${textOf(card["name"])} is a public squad on Swellmates. Join it, and see its trips and photos.`
        : "Friends invite you to their squad on Swellmates, with its trips, photos and awards.",
  },
];

/** The pages that visitors and members see with the same data. */
export const openPages: readonly FirstPage[] = [
  {
    path: "/find-squad",
    module: "squads/find-squad-page.tsx",
    usesQueries: true,
    calls: () => [],
    description: () => "Find a public squad on Swellmates by its name, and join it.",
  },
  {
    path: "/tv",
    module: "awards/night/tv/tv-page.tsx",
    usesQueries: true,
    calls: () => [],
    description: () => "Show the Awards Night of your trip on a TV: type the code of its organizer.",
  },
  {
    path: "/privacy-policy",
    calls: () => [],
    description: () => "The Privacy Policy of Swellmates: what it keeps about you, and who can see it.",
  },
  { path: "/terms-of-service", calls: () => [], description: () => "The Terms of Service of Swellmates." },
];
