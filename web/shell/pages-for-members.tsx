import type { ComponentType } from "react";
import type { StringRouteParams } from "wouter";
import type { MemberPath } from "#contract/pages.ts";
import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { type Page, page } from "./router.tsx";

/** A page for members only: a visitor who opens it signs in first. */
const memberPage = <const P extends MemberPath>(
  path: P,
  load: () => Promise<ComponentType<{ params: StringRouteParams<P> }>>,
): Page => page(path, load);

const dashboard = async () => (await import("../pages/dashboard/dashboard-page.tsx")).DashboardPage;
const authDone = async () => (await import("../accounts/sign-in/auth-done.tsx")).AuthDone;

/** Every page a member can open. */
export const pagesForMembers: readonly Page[] = [
  page("/", dashboard),
  memberPage("/dashboard", dashboard),
  page("/auth", authDone),
  page("/register", authDone),
  memberPage("/welcome", async () => (await import("./welcome-page.tsx")).WelcomePage),
  memberPage("/choose-squad", async () => (await import("../squads/choose-squad-page.tsx")).ChooseSquadPage),
  memberPage("/create-squad", async () => (await import("../squads/create-squad-page.tsx")).CreateSquadPage),
  memberPage("/squads", async () => (await import("../squads/squads-page.tsx")).SquadsPage),
  memberPage("/squads/:id", async () => (await import("../pages/squad/squad-page.tsx")).SquadWithTrophies),
  memberPage("/trips/:id", async () => (await import("../pages/trip/trip-page.tsx")).TripPage),
  memberPage("/trips/:id/awards", async () => (await import("../awards/ballot/ballot-page.tsx")).BallotPage),
  memberPage(
    "/trips/:id/leaderboard",
    async () => (await import("../awards/results/leaderboard-page.tsx")).LeaderboardPage,
  ),
  memberPage("/trips/:id/night", async () => (await import("../awards/night/night-page.tsx")).NightPage),
  memberPage("/awards", async () => (await import("../awards/results/awards-page.tsx")).AwardsPage),
  memberPage("/members", async () => (await import("../accounts/people/members-page.tsx")).MembersPage),
  memberPage("/profile/:userId?", async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage),
  memberPage("/account", async () => (await import("../accounts/settings/account-page.tsx")).AccountPage),
  page("/join-squad/:id", async () => (await import("../squads/joining-page.tsx")).JoiningPage),
  ...pagesForAll,
  ...plainPages,
];
