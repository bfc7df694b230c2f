import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { serverPaths } from "../paths.ts";
import { buttonLook } from "../ui/button.tsx";

/** The way in through the identity provider, where one is set up. */
export function IdentityProviderButton({ back }: { back: string }) {
  const [provider, setProvider] = useState<{ name: string; slug: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    // Without an answer there is no button, and the form above still works.
    api("GET /api/public/config", { signal: leaving.signal }).then(
      (config) => setProvider(config.identityProvider),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  if (!provider) return null;
  return (
    <a href={serverPaths.provider(provider.slug, back)} className={buttonLook()}>
      Login with {provider.name}
    </a>
  );
}
