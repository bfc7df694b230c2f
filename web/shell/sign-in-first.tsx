import { useEffect } from "react";
import { navigate, useCurrentPath } from "../core/location.ts";
import { herePath, paths } from "../core/paths.ts";
import { goSignIn } from "../core/leave.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Replaces a member page for visitors: it leads to sign-in and back. Only the awards say that the person is logged out. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else if (path === paths.awards) goSignIn();
    else navigate(paths.auth(herePath()), { replace: true });
  }, [path]);
  return <PageSkeleton />;
}
