/** The pages through which one comes in, in one piece: whoever needs one soon needs another. */
export { AuthPage } from "./auth-page.tsx";
export { ResetPasswordPage } from "./reset-password-page.tsx";
export { ConfirmEmailPage } from "./confirm-email-page.tsx";
