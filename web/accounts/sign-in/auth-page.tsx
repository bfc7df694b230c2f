import { useEffect, useState } from "react";
import { useCurrentPath, useQueryString } from "../../core/location.ts";
import { TextLink } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { paths, returnPathOf } from "../../core/paths.ts";
import { isReturning } from "../../core/first.ts";
import { near } from "../../ui/near.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { IdentityProviderButton } from "./auth-identity-provider.tsx";
import { PasskeyButton } from "./auth-passkey.tsx";
import { LoginForm } from "./auth-login-form.tsx";
import { Registration } from "./auth-registration-form.tsx";
import { joinIn } from "./invite-in.ts";
import { SquadToJoin } from "./squad-to-join.tsx";

const ProviderFault = near(async () => (await import("./provider-fault.tsx")).ProviderFault);

/**
 * The page to sign in or register. Then it opens the return path. Who comes to join a squad or to create one has no account yet, unless
 * somebody has logged in with this browser.
 */
export function AuthPage() {
  usePageTitle("Join the Crew");
  const path = useCurrentPath();
  const back = returnPathOf(useQueryString(), location.origin);
  const [hasFault] = useState(() => /[?&]error=/.test(location.search));
  const isNew = /^\/(join|create)-squad/.test(back) ? !isReturning() && !hasFault : path.startsWith("/register");
  const [tab, setTab] = useState<"login" | "register">(isNew ? "register" : "login");
  useEffect(() => {
    // A press on Login in the bar opens this page, which may show the other tab.
    const show = () => location.pathname === "/auth" && setTab("login");
    addEventListener("pushState", show);
    return () => removeEventListener("pushState", show);
  }, []);
  const join = joinIn(back);
  return (
    <AuthFrame title="Join the Crew" text="Login or create an account">
      {hasFault && <ProviderFault />}
      {join && <SquadToJoin key={join.id} {...join} />}
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
