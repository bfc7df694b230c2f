import { useEffect } from "react";
import { herePath, navigate, paths, useCurrentPath } from "../core/link.tsx";
import { goSignIn } from "../core/leave.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Replaces a member page for visitors: redirects to sign-in, which returns to the page. Only the awards page says that they are logged out. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else if (path === paths.awards) goSignIn();
    else navigate(paths.auth(herePath()), { replace: true });
  }, [path]);
  return <PageSkeleton />;
}
