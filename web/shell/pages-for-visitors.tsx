import { type MemberPageName, pageNames, pages } from "#contract/pages.ts";
import { LandingPage } from "../pages/landing/landing-page.tsx";
import { type Page, page, presentPage } from "./router.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

const auth = page(async () => (await import("../accounts/sign-in/auth-page.tsx")).AuthPage);
const signInFirst = presentPage(SignInFirst);

/** The page of an invite link. It uses queries. */
export const joinPage = page(async () => (await import("../squads/join-squad-page.tsx")).JoinSquadPage);

/** The pages for visitors alone, and a redirect to sign-in in place of each member page. */
export const pagesForVisitors = {
  home: presentPage(LandingPage),
  auth,
  register: auth,
  ...(Object.fromEntries(
    pageNames.filter((name) => pages[name].access === "user").map((name) => [name, signInFirst]),
  ) as Readonly<Record<MemberPageName, Page>>),
};
