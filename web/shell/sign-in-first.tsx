import { useEffect } from "react";
import { navigate, useCurrentPath } from "../core/location.ts";
import { paths } from "../core/paths.ts";
import { goSignIn } from "../core/leave.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Pages where one begins: nobody was logged out there. */
const beginnings: readonly string[] = [paths.welcome, paths.chooseSquad];

/** What a visitor meets on a page for members: the way to sign in, and from there back here. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else if (beginnings.includes(path)) navigate(paths.auth(path), { replace: true });
    else goSignIn();
  }, [path]);
  return <PageSkeleton />;
}
