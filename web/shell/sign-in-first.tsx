import { useEffect } from "react";
import { navigate, useCurrentPath } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { goSignIn } from "../core/leave.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Pages where a visit starts. The redirect from them does not say that the visitor was logged out. */
const beginnings: readonly string[] = [paths.welcome, paths.chooseSquad];

/** Replaces a member page for visitors: redirects to sign-in, which returns to the page. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else if (beginnings.includes(path)) navigate(paths.auth(path), { replace: true });
    else goSignIn();
  }, [path]);
  return <PageSkeleton />;
}
