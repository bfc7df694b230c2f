import type { PageName } from "#contract/pages.ts";

/** What the document of a page has beside the answers of its first calls. */
interface View {
  /** Its code, as `web/shell` imports it. Absent: the code comes with the app, or one step later. */
  readonly module?: string;
  /** Whether the visitor's app loads queries for it. */
  readonly usesQueries?: true;
  /** Whether the server draws it: whole for visitors, its head for members. */
  readonly isDrawn?: true;
  /** Whether its document brings the style rules that it uses, because its browser has no style sheet yet. */
  readonly bringsRules?: true;
  /** Whether it is of use without code, such as links and text. */
  readonly isUsable?: true;
  /** The address of the cover at the head of the page, from the answer of its first call. */
  readonly cover?: (answer: Answer) => string | null | undefined;
  /** What search engines and previews of links say about it. Absent: that of the front page. */
  readonly description?: string;
}
type Views = { readonly [N in PageName]?: View };

/** JSON of the contract, read with care: nothing follows from a cover that is missing. */
export interface Answer {
  readonly [key: string]: Answer | undefined;
}

const textOf = (value: Answer | undefined) => (typeof value === "string" ? (value as string) : null);
const stored = (address: string | null) =>
  address !== null && /^\/objects\/[\da-f-]{36}$/.test(address) ? address : null;

/** The pages that visitors and members see alike. */
const viewsForAll: Views = {
  findSquad: {
    module: "squads/find-squad-page.tsx",
    usesQueries: true,
    description: "Find a public squad on Swellmates by its name, and join it.",
  },
  tv: {
    module: "awards/night/tv/tv-page.tsx",
    usesQueries: true,
    description: "Show the Awards Night of your trip on a TV: type the code of its organizer.",
  },
  exampleNight: {
    module: "pages/landing/example-night-page.tsx",
    usesQueries: true,
    description: "Watch an Awards Night on Swellmates: the awards of an invented crew, one card after the other.",
  },
  privacyPolicy: {
    description: "The Privacy Policy of Swellmates: what it keeps about you, and who can see it.",
  },
  termsOfService: { description: "The Terms of Service of Swellmates." },
};

const dashboard: View = { module: "pages/dashboard/dashboard-page.tsx", isDrawn: true };

export const viewsForMembers: Views = {
  ...viewsForAll,
  home: dashboard,
  dashboard,
  squads: { module: "squads/squads-page.tsx" },
  squad: {
    module: "pages/squad/squad-page.tsx",
    isDrawn: true,
    cover: ({ squad }) => stored(textOf(squad?.["photoUrl"])),
  },
  trip: {
    module: "pages/trip/trip-page.tsx",
    isDrawn: true,
    cover: ({ trip }) => stored(textOf(trip?.["coverUrl"])),
  },
  costs: { module: "costs/costs-page.tsx", isDrawn: true },
  ballot: { module: "awards/ballot/ballot-page.tsx", isDrawn: true },
  leaderboard: { module: "awards/results/leaderboard-page.tsx", isDrawn: true },
  night: { module: "awards/night/night-page.tsx" },
  awards: { module: "awards/results/awards-page.tsx", isDrawn: true },
  members: { module: "accounts/people/members-page.tsx" },
  profile: { module: "pages/profile/profile-page.tsx", isDrawn: true },
  account: { module: "accounts/settings/account-page.tsx" },
  inbox: { module: "inbox/inbox-page.tsx" },
  addPhotos: { module: "pages/shortcuts/add-photos-page.tsx" },
  vote: { module: "pages/shortcuts/vote-page.tsx" },
  joinSquad: { module: "squads/joining-page.tsx" },
};

const signIn: View = { module: "accounts/sign-in/auth-page.tsx", isDrawn: true };

export const viewsForVisitors: Views = {
  ...viewsForAll,
  home: { module: "pages/landing/landing-page.tsx", isDrawn: true, isUsable: true },
  auth: {
    ...signIn,
    description: "Log in to Swellmates, where your squads keep their trips, photos and awards.",
  },
  register: {
    ...signIn,
    description: "Create a Swellmates account. Then make a squad, plan a trip, and gather the photos of everybody.",
  },
  joinSquad: {
    module: "squads/join-squad-page.tsx",
    isDrawn: true,
    bringsRules: true,
  },
};
