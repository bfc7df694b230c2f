import { useState } from "react";
import { useCurrentPath, useQueryString } from "../location.ts";
import { TextLink } from "../link.tsx";
import { usePageTitle } from "../page-title.ts";
import { paths, returnPathOf } from "../paths.ts";
import { scenes } from "../scenes/scenes.ts";
import { Tabs } from "../ui/tabs.tsx";
import { IdentityProviderButton } from "./auth-identity-provider.tsx";
import { LoginForm } from "./auth-login-form.tsx";
import { RegistrationForm } from "./auth-registration-form.tsx";

/** Sign in or register; afterwards on to where one was going. */
export function AuthPage() {
  usePageTitle("Join the Crew");
  const path = useCurrentPath();
  const back = returnPathOf(useQueryString(), location.origin);
  const [tab, setTab] = useState<"login" | "register">(path.startsWith("/register") ? "register" : "login");
  return (
    <div className="md:grid md:min-h-[calc(100dvh-4rem)] md:grid-cols-2">
      <img
        src={scenes.barrel}
        alt=""
        width={600}
        height={450}
        className="h-32 w-full object-cover object-[50%_60%] md:h-full"
      />
      <div className="mx-auto grid w-full max-w-md content-start gap-6 px-4 py-8 sm:px-8 md:pt-[12vh]">
        <div className="grid gap-1.5">
          <h1 className="poster text-5xl">Join the Crew</h1>
          <p className="font-semibold text-soft">Login or create an account</p>
        </div>
        <Tabs
          label="Login or register"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "login", label: "Login", content: <LoginForm back={back} /> },
            { value: "register", label: "Register", content: <RegistrationForm back={back} /> },
          ]}
        />
        <IdentityProviderButton back={back} />
        <p className="text-sm text-soft">
          By joining you agree to the <TextLink to={paths.termsOfService}>Terms of Service</TextLink> and the{" "}
          <TextLink to={paths.privacyPolicy}>Privacy Policy</TextLink>.
        </p>
        <TextLink to={paths.home} className="inline-flex min-h-11 items-center justify-self-start">
          ← Back to landing page
        </TextLink>
      </div>
    </div>
  );
}
