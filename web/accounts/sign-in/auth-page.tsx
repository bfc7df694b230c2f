import { useEffect, useState, useSyncExternalStore } from "react";
import type { SquadCard } from "#contract/squads.ts";
import { TextLink, paths, returnPathOf, useCurrentPath, useQueryString } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { isReturning } from "../../core/first.ts";
import { near } from "../../ui/near.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { LoginForm, Registration } from "./auth-forms.tsx";
import { joinIn } from "./invite-in.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { accountAddresses } from "../../core/account-addresses.ts";
import { type ShownProvider, askProvider } from "./ask-config.ts";
import { toast } from "../../ui/toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { passkeyProblem, passkeysWork, signInWithPasskey } from "./passkeys.ts";
import { api, firstAnswer } from "../../core/api.ts";
import { sceneOf } from "../../scenes/scenes.ts";

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
      {tab === "login" && <PasskeyButton back={back} />}
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

/** The ways to log in to an account that is there. */
export const LoginWays = ({ back }: { back: string }) => (
  <>
    <LoginForm back={back} />
    <PasskeyButton back={back} />
    <IdentityProviderButton back={back} />
  </>
);

/** The identity provider's button, if one is configured. */
function IdentityProviderButton({ back }: { back: string }) {
  const [provider, setProvider] = useState<ShownProvider | null>(null);
  useEffect(() => {
    // Without an answer there is no button; the form above still works.
    void askProvider().then(setProvider);
  }, []);
  if (!provider) return null;
  return (
    <a href={accountAddresses.provider(provider.slug, back)} className={buttonLook()}>
      Login with {provider.name}
    </a>
  );
}

/** A browser keeps what it can do. */
const never = () => () => undefined;

/** Signs in with a passkey, then opens `back`. Renders nothing where passkeys do not work. */
function PasskeyButton({ back }: { back: string }) {
  const [waiting, setWaiting] = useState(false);
  // The server draws the button for the browsers that have passkeys: nearly all.
  const isOffered = useSyncExternalStore(never, passkeysWork, () => true);
  if (!isOffered) return null;
  const signIn = async () => {
    setWaiting(true);
    try {
      await signInWithPasskey();
      await leaveFor(back);
    } catch (error) {
      setWaiting(false);
      toast({ title: "Login Failed", text: passkeyProblem(error), look: "danger" });
    }
  };
  return (
    <Button busy={waiting && "Waiting for your device..."} onClick={() => void signIn()}>
      Login with a Passkey
    </Button>
  );
}

/** Shows a visitor which squad they are about to join. Shows nothing of a squad that their invitation does not open. */
function SquadToJoin({ id, invite }: { id: string; invite: string | undefined }) {
  const ask = { params: { id }, query: { invite } };
  // Null if the server shows nothing of it.
  const [squad, setSquad] = useState<SquadCard | null | undefined>(() =>
    firstAnswer("GET /api/public/squads/:id", ask),
  );
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!squad) void api("GET /api/public/squads/:id", ask).then(setSquad, () => setSquad(null));
    // oxlint-disable-next-line react/exhaustive-deps -- once: the page shows one squad
  }, []);
  if (squad === null) return null;
  return (
    <div className="flex min-h-16 items-center gap-4">
      {squad && (
        <>
          {/* `Cover` would bring the code of the members' app. */}
          <img
            src={squad.photoUrl && !isDrawn ? `${squad.photoUrl}?size=thumb` : sceneOf(squad)}
            alt=""
            onError={() => setDrawn(true)}
            className="edge size-16 shrink-0 rounded-card object-cover"
          />
          <p className="min-w-0 wrap-anywhere">
            You are joining <strong className="title block text-xl">{squad.name}</strong>
          </p>
        </>
      )}
    </div>
  );
}
