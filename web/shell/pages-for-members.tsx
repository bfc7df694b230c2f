import { MembersPage } from "../accounts/people/members-page.tsx";
import { BallotPage } from "../awards/ballot/ballot-page.tsx";
import { AwardsPage } from "../awards/results/awards-page.tsx";
import { LeaderboardPage } from "../awards/results/leaderboard-page.tsx";
import { DashboardPage } from "../pages/dashboard/dashboard-page.tsx";
import { ProfilePage } from "../pages/profile/profile-page.tsx";
import { SquadWithTrophies } from "../pages/squad/squad-page.tsx";
import { TripPage } from "../pages/trip/trip-page.tsx";
import { SquadsPage } from "../squads/squads-page.tsx";
import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { type PageTable, page, presentPage } from "./router.tsx";

const dashboard = presentPage(DashboardPage);
const authDone = page(async () => (await import("../accounts/sign-in/auth-done.tsx")).AuthDone);

/** Every page for a member. The code of those that people open most comes with the app. */
export const pagesForMembers: PageTable = {
  ...pagesForAll(page),
  ...plainPages,
  home: dashboard,
  dashboard,
  squads: presentPage(SquadsPage),
  squad: presentPage(SquadWithTrophies),
  trip: presentPage(TripPage),
  ballot: presentPage(BallotPage),
  leaderboard: presentPage(LeaderboardPage),
  awards: presentPage(AwardsPage),
  members: presentPage(MembersPage),
  profile: presentPage(ProfilePage),
  night: page(async () => (await import("../awards/night/night-page.tsx")).NightPage),
  auth: authDone,
  register: authDone,
  welcome: page(async () => (await import("./welcome-page.tsx")).WelcomePage),
  chooseSquad: page(async () => (await import("../squads/choose-squad-page.tsx")).ChooseSquadPage),
  createSquad: page(async () => (await import("../squads/create-squad-page.tsx")).CreateSquadPage),
  joinSquad: page(async () => (await import("../squads/joining-page.tsx")).JoiningPage),
  account: page(async () => (await import("../accounts/settings/account-page.tsx")).AccountPage),
};
