/** The pages that letters about an account link to, in one chunk. */
export { ResetPasswordPage } from "./reset-password-page.tsx";
export { LinkAccountPage } from "./link-account-page.tsx";
export { NotMePage } from "./not-me-page.tsx";
export { ConfirmEmailPage } from "./confirm-email-page.tsx";
