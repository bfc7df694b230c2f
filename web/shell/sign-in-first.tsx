import { useEffect } from "react";
import { navigate, useCurrentPath } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { goSignIn } from "../core/leave.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Pages on which people start, so nobody was logged out there. */
const beginnings: readonly string[] = [paths.welcome, paths.chooseSquad];

/** Replaces a member page for visitors: it leads to sign-in and back. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else if (beginnings.includes(path)) navigate(paths.auth(path), { replace: true });
    else goSignIn();
  }, [path]);
  return <PageSkeleton />;
}
