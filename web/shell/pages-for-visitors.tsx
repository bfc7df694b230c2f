import { memberPaths } from "#contract/pages.ts";
import { LandingPage } from "../pages/landing/landing-page.tsx";
import { type Page, page, presentPage } from "./router.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

const auth = async () => (await import("../accounts/sign-in/auth-page.tsx")).AuthPage;

/** The page of an invite link. It uses queries. */
export const joinPage: Page = page(
  "/join-squad/:id",
  async () => (await import("../squads/join-squad-page.tsx")).JoinSquadPage,
);

/** The pages for visitors alone, and a redirect to sign-in in place of each member page. */
export const pagesForVisitors: readonly Page[] = [
  presentPage("/", LandingPage),
  page("/auth", auth),
  page("/register", auth),
  ...memberPaths.map((path) => presentPage(path, SignInFirst)),
];
