import { matchPath } from "./match-path.ts";

interface Facts {
  /** `visitor`: everybody may open it. `user`: a visitor logs in first. */
  readonly access: "visitor" | "user";
  /** What the id in the path names: a squad, or a trip of one. The bar shows that squad. */
  readonly squadOf?: "squad" | "trip";
}

/** `:id` is one part of a path, `:userId?` one that may be missing. */
const page = <const P extends string, const F extends Facts>(path: P, facts: F): { readonly path: P } & F => ({
  path,
  ...facts,
});

/** Every page of the product. Any other path answers 404. `first-calls.ts` says what each asks for first. */
export const pages = {
  home: page("/", { access: "visitor" }),
  dashboard: page("/dashboard", { access: "user" }),
  auth: page("/auth", { access: "visitor" }),
  register: page("/register", { access: "visitor" }),
  resetPassword: page("/reset-password", { access: "visitor" }),
  confirmEmail: page("/confirm-email", { access: "visitor" }),
  linkAccount: page("/link-account", { access: "visitor" }),
  notMe: page("/not-me", { access: "visitor" }),
  noMail: page("/no-mail", { access: "visitor" }),
  /** Redirects to the last squad. */
  welcome: page("/welcome", { access: "user" }),
  chooseSquad: page("/choose-squad", { access: "user" }),
  createSquad: page("/create-squad", { access: "user" }),
  findSquad: page("/find-squad", { access: "visitor" }),
  joinSquad: page("/join-squad/:id", { access: "visitor" }),
  /** The personal link of a seat, with its secret behind the #. */
  comeBack: page("/come-back", { access: "visitor" }),
  /** A seat goes into the account that has just logged in. */
  mergeSeat: page("/merge-seat", { access: "user" }),
  squads: page("/squads", { access: "user" }),
  squad: page("/squads/:id", { access: "user", squadOf: "squad" }),
  trip: page("/trips/:id", { access: "user", squadOf: "trip" }),
  /** What the trip costs, for its crew and people in its books. */
  costs: page("/trips/:id/costs", { access: "user", squadOf: "trip" }),
  ballot: page("/trips/:id/awards", { access: "user", squadOf: "trip" }),
  leaderboard: page("/trips/:id/leaderboard", { access: "user", squadOf: "trip" }),
  /** The Awards Night of a trip. Its replay is the same page. */
  night: page("/trips/:id/night", { access: "user", squadOf: "trip" }),
  /** The page of a TV, which asks for the code of a show. */
  tv: page("/tv", { access: "visitor" }),
  /** The show of invented people, for everybody. */
  exampleNight: page("/example-night", { access: "visitor" }),
  awards: page("/awards", { access: "user" }),
  members: page("/members", { access: "user" }),
  profile: page("/profile/:userId?", { access: "user" }),
  /** Email, password, data. */
  account: page("/account", { access: "user" }),
  /** What happened in the squads and trips of the viewer, and what of it they want to hear. */
  inbox: page("/inbox", { access: "user" }),
  /** Asks which trip photos are for: those that a phone shared to the app, or those to choose now. */
  addPhotos: page("/add-photos", { access: "user" }),
  /** Redirects to the ballot that waits for the viewer. */
  vote: page("/vote", { access: "user" }),
  /** Who runs the site. For everybody else nothing is there. */
  admin: page("/admin", { access: "user" }),
  privacyPolicy: page("/privacy-policy", { access: "visitor" }),
  termsOfService: page("/terms-of-service", { access: "visitor" }),
} as const;

export type Pages = typeof pages;
export type PageName = keyof Pages;
/** The pages that a visitor logs in for. */
export type MemberPageName = { [N in PageName]: Pages[N]["access"] extends "user" ? N : never }[PageName];

type Part<P extends string> = P extends `:${infer Name}?`
  ? { readonly [K in Name]?: string }
  : P extends `:${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown;
type ParamsIn<P extends string> = P extends `${infer First}/${infer Rest}` ? ParamsIn<First> & ParamsIn<Rest> : Part<P>;
/** The parameters in the path of a page. */
export type ParamsOf<N extends PageName> = ParamsIn<Pages[N]["path"]>;

export const pageNames = Object.keys(pages) as readonly PageName[];

/** A page, and the decoded parameters in a path of it. */
export interface FoundPage {
  readonly name: PageName;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The page at a path. */
export function findPage(path: string): FoundPage | undefined {
  for (const name of pageNames) {
    const params = matchPath(pages[name].path, path);
    if (params) return { name, params };
  }
  return undefined;
}
