import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { type PageTable, page } from "./router.tsx";

const dashboard = page(async () => (await import("../pages/dashboard/dashboard-page.tsx")).DashboardPage);
const authDone = page(async () => (await import("../accounts/sign-in/auth-done.tsx")).AuthDone);

/** Every page for a member. */
export const pagesForMembers: PageTable = {
  ...pagesForAll(page),
  ...plainPages,
  home: dashboard,
  dashboard,
  auth: authDone,
  register: authDone,
  welcome: page(async () => (await import("./welcome-page.tsx")).WelcomePage),
  chooseSquad: page(async () => (await import("../squads/choose-squad-page.tsx")).ChooseSquadPage),
  createSquad: page(async () => (await import("../squads/create-squad-page.tsx")).CreateSquadPage),
  joinSquad: page(async () => (await import("../squads/joining-page.tsx")).JoiningPage),
  squads: page(async () => (await import("../squads/squads-page.tsx")).SquadsPage),
  squad: page(async () => (await import("../pages/squad/squad-page.tsx")).SquadWithTrophies),
  trip: page(async () => (await import("../pages/trip/trip-page.tsx")).TripPage),
  costs: page(async () => (await import("../costs/costs-page.tsx")).CostsPage),
  ballot: page(async () => (await import("../awards/ballot/ballot-page.tsx")).BallotPage),
  leaderboard: page(async () => (await import("../awards/results/leaderboard-page.tsx")).LeaderboardPage),
  night: page(async () => (await import("../awards/night/night-page.tsx")).NightPage),
  awards: page(async () => (await import("../awards/results/awards-page.tsx")).AwardsPage),
  members: page(async () => (await import("../accounts/people/members-page.tsx")).MembersPage),
  profile: page(async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage),
  mergeSeat: page(async () => (await import("../accounts/seat/merge-seat-page.tsx")).MergeSeatPage),
  inbox: page(async () => (await import("../inbox/inbox-page.tsx")).InboxPage),
  addPhotos: page(async () => (await import("../pages/shortcuts/add-photos-page.tsx")).AddPhotosPage),
  vote: page(async () => (await import("../pages/shortcuts/vote-page.tsx")).VotePage),
  admin: page(async () => (await import("./site-admin-page.tsx")).SiteAdminPage),
  account: page(async () => (await import("../accounts/settings/account-page.tsx")).AccountPage),
};
