import { type Page, page } from "./router.tsx";

/** Pages shown to visitors and members alike. They may use queries; `useViewer` says who looks. */
export const pagesForAll: readonly Page[] = [
  page("/privacy-policy", async () => (await import("./landing/privacy-policy-page.tsx")).PrivacyPolicyPage),
  page("/terms-of-service", async () => (await import("./landing/terms-of-service-page.tsx")).TermsOfServicePage),
];
