import { LandingPage } from "./landing/landing-page.tsx";
import { memberPaths } from "./member-paths.ts";
import { type Page, page, presentPage } from "./router.tsx";
import { SignInFirst } from "./shell/sign-in-first.tsx";

const auth = async () => (await import("./people/auth-page.tsx")).AuthPage;

/** Every page that is for visitors alone, and what they meet on the pages of members. */
export const pagesForVisitors: readonly Page[] = [
  presentPage("/", LandingPage),
  page("/auth", auth),
  page("/register", auth),
  ...memberPaths.map((path) => presentPage(path, SignInFirst)),
];
