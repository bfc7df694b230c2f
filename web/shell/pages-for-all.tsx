import { type Page, page } from "./router.tsx";

/** Pages for visitors and members. They may use queries; `useViewer` gives the viewer. */
export const pagesForAll: readonly Page[] = [
  page("/find-squad", async () => (await import("../squads/find-squad-page.tsx")).FindSquadPage),
  page("/tv", async () => (await import("../awards/night/tv/tv-page.tsx")).TvPage),
];

const letterPages = () => import("../accounts/sign-in/letter-pages.tsx");

const policies = () => import("../pages/landing/policy-pages.ts");

/** Pages for visitors and members that need no queries. */
export const plainPages: readonly Page[] = [
  page("/reset-password", async () => (await letterPages()).ResetPasswordPage),
  page("/confirm-email", async () => (await letterPages()).ConfirmEmailPage),
  page("/link-account", async () => (await letterPages()).LinkAccountPage),
  page("/not-me", async () => (await letterPages()).NotMePage),
  page("/no-mail", async () => (await import("../squads/invitations/no-mail-page.tsx")).NoMailPage),
  page("/privacy-policy", async () => (await policies()).PrivacyPolicyPage),
  page("/terms-of-service", async () => (await policies()).TermsOfServicePage),
];
