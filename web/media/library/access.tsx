import type { Answer } from "#contract/endpoint.ts";
import type { Calls } from "#contract/calls.ts";
import { herePath, serverPaths } from "../../core/paths.ts";
import { accountAddresses } from "../../core/account-addresses.ts";
import { Button, buttonLook } from "../../ui/button.tsx";

type Config = Answer<Calls["GET /api/public/config"]>;

/** Links to Google, where the person connects the account. Google leads back to this dialog. */
export const Connect = ({ config }: { config: Config | undefined }) => (
  <div className="grid justify-items-center gap-4 py-4">
    {config?.identityProvider && (
      <a
        href={accountAddresses.link(config.identityProvider.slug, herePath(), "photos")}
        className={buttonLook("primary")}
      >
        Connect
      </a>
    )}
  </div>
);

/** Asks for a new login after the session ended while the page was open. */
export const LogIn = () => (
  <div role="alert" className="grid justify-items-center gap-4 py-4 text-center">
    <p>
      <span className="block font-bold">Authentication Required</span> Please log in to access Google Photos.
    </p>
    <div className="flex flex-wrap justify-center gap-3">
      <Button disabled>Google Photos (Login required)</Button>
      <a href={serverPaths.login(herePath())} className={buttonLook("primary")}>
        Log In
      </a>
    </div>
  </div>
);
