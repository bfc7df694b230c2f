import { useEffect, useState } from "react";
import { TextLink } from "../../core/link.tsx";
import { navigate } from "../../core/location.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { paths } from "../../core/paths.ts";
import { useViewer } from "../../core/viewer.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { AskForLink } from "./reset-password-ask.tsx";
import { NewPasswordForm } from "./reset-password-form.tsx";

/** The page that requests a reset link. Opened by such a link, it sets the new password. */
export function ResetPasswordPage() {
  usePageTitle("Reset Password");
  const viewer = useViewer();
  const [token, setToken] = useState(() => new URLSearchParams(location.search).get("token"));
  // The token opens the account, so it is removed from the address bar and the history.
  useEffect(() => {
    if (location.search !== "") navigate(paths.resetPassword, { replace: true });
  }, []);
  return (
    <AuthFrame
      title={token === null ? "Forgot your password?" : "Set a new password"}
      text={token === null ? "We mail you a link that lets you set a new one." : "Afterwards you are logged in here."}
    >
      {token === null ? <AskForLink /> : <NewPasswordForm token={token} onAskAgain={() => setToken(null)} />}
      <TextLink
        to={viewer ? paths.account : paths.auth()}
        className="inline-flex min-h-11 items-center justify-self-start"
      >
        {viewer ? "← Back to your account" : "← Back to login"}
      </TextLink>
    </AuthFrame>
  );
}
