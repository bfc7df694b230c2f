import { page } from "./router.tsx";

/** Pages for visitors and members. They may use queries; `useViewer` gives the viewer. The visitor's app loads queries with them. */
export const pagesForAll = (queryPage: typeof page) => ({
  findSquad: queryPage(async () => (await import("../squads/find-squad-page.tsx")).FindSquadPage),
  tv: queryPage(async () => (await import("../awards/night/tv/tv-page.tsx")).TvPage),
  exampleNight: queryPage(async () => (await import("../pages/landing/example-night-page.tsx")).ExampleNightPage),
});

const letterPages = () => import("../accounts/sign-in/letter-pages.tsx");

const policies = () => import("../pages/landing/policy-pages.ts");

/** Pages for visitors and members that need no queries. */
export const plainPages = {
  resetPassword: page(async () => (await letterPages()).ResetPasswordPage),
  confirmEmail: page(async () => (await letterPages()).ConfirmEmailPage),
  linkAccount: page(async () => (await letterPages()).LinkAccountPage),
  notMe: page(async () => (await letterPages()).NotMePage),
  comeBack: page(async () => (await import("../accounts/seat/come-back-page.tsx")).ComeBackPage),
  noMail: page(async () => (await import("../squads/invitations/no-mail-page.tsx")).NoMailPage),
  privacyPolicy: page(async () => (await policies()).PrivacyPolicyPage),
  termsOfService: page(async () => (await policies()).TermsOfServicePage),
};
