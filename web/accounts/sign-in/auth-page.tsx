import { useEffect, useState } from "react";
import { useCurrentPath, useQueryString } from "../../core/location.ts";
import { TextLink } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { paths, returnPathOf } from "../../core/paths.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { IdentityProviderButton, WayInNotice } from "./auth-identity-provider.tsx";
import { PasskeyButton } from "./auth-passkey.tsx";
import { LoginForm } from "./auth-login-form.tsx";
import { Registration } from "./auth-registration-form.tsx";

/** The page to sign in or register. Then it opens the return path. */
export function AuthPage() {
  usePageTitle("Join the Crew");
  const path = useCurrentPath();
  const back = returnPathOf(useQueryString(), location.origin);
  const first = path.startsWith("/register") ? "register" : "login";
  const [tab, setTab] = useState<"login" | "register">(first);
  useEffect(() => {
    // A press on Login in the bar opens this page, which may show the other tab.
    const show = () => setTab(first);
    addEventListener("pushState", show);
    return () => removeEventListener("pushState", show);
  }, [first]);
  return (
    <AuthFrame title="Join the Crew" text="Login or create an account">
      <WayInNotice />
      <Tabs
        label="Login or register"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "login", label: "Login", content: <LoginForm back={back} /> },
          { value: "register", label: "Register", content: <Registration back={back} /> },
        ]}
      />
      <PasskeyButton back={back} />
      <IdentityProviderButton back={back} />
      <p className="text-sm text-soft">
        By joining you agree to the <TextLink to={paths.termsOfService}>Terms of Service</TextLink> and the{" "}
        <TextLink to={paths.privacyPolicy}>Privacy Policy</TextLink>.
      </p>
      <TextLink to={paths.home} className="inline-flex min-h-11 items-center justify-self-start">
        ← Back to landing page
      </TextLink>
    </AuthFrame>
  );
}
