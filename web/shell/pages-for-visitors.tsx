import { LandingPage } from "../pages/landing/landing-page.tsx";
import { wayIn } from "./pages-for-all.tsx";
import { memberPaths } from "../core/member-paths.ts";
import { type Page, page, presentPage } from "./router.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

const auth = async () => (await wayIn()).AuthPage;

/** Every page that is for visitors alone, and what they meet on the pages of members. */
export const pagesForVisitors: readonly Page[] = [
  presentPage("/", LandingPage),
  page("/auth", auth),
  page("/register", auth),
  ...memberPaths.map((path) => presentPage(path, SignInFirst)),
];
