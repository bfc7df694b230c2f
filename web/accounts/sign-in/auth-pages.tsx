/** The sign-in pages in one chunk, because people often need several of them. */
export { AuthPage } from "./auth-page.tsx";
export { ResetPasswordPage } from "./reset-password-page.tsx";
export { LinkAccountPage } from "./link-account-page.tsx";
export { NotMePage } from "./not-me-page.tsx";
export { ConfirmEmailPage } from "./confirm-email-page.tsx";
