import { useEffect, useState } from "react";
import { buttonLook } from "../../ui/button.tsx";
import { accountAddresses } from "../../core/account-addresses.ts";
import { type ShownProvider, askProvider } from "./ask-config.ts";

/** The identity provider's button, if one is configured. */
export function IdentityProviderButton({ back }: { back: string }) {
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
