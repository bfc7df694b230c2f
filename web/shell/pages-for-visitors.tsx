import { type MemberPageName, pageNames, pages } from "#contract/pages.ts";
import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { type Page, type PageTable, page, presentPage } from "./router.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

const auth = page(async () => (await import("../accounts/sign-in/auth-page.tsx")).AuthPage);
const signInFirst = presentPage(SignInFirst);

/** A page whose queries load with it. */
const queryPage: typeof page = (load) =>
  page(async () => {
    const [{ QueriesRoom }, Shown] = await Promise.all([import("../core/queries-room.tsx"), load()]);
    return (props) => (
      <QueriesRoom>
        <Shown {...props} />
      </QueriesRoom>
    );
  });

/** Every page for a visitor, with a redirect to sign-in in place of each member page. */
export const pagesForVisitors: PageTable = {
  ...pagesForAll(queryPage),
  ...plainPages,
  joinSquad: page(async () => (await import("../squads/join-squad-page.tsx")).JoinSquadPage),
  home: page(async () => (await import("../pages/landing/landing-page.tsx")).LandingPage),
  auth,
  register: auth,
  ...(Object.fromEntries(
    pageNames.filter((name) => pages[name].access === "user").map((name) => [name, signInFirst]),
  ) as Readonly<Record<MemberPageName, Page>>),
};
