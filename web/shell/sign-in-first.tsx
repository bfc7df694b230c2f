import { useEffect } from "react";
import { navigate, useCurrentPath } from "../location.ts";
import { herePath, paths, serverPaths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

const redirectDelayMs = 500;

/** Says that this needs signing in and goes there; the way back leads to the page one is on. */
export function goSignIn(): void {
  toast({ title: "Unauthorized", text: "You are logged out. Logging in again...", look: "danger" });
  setTimeout(() => location.assign(serverPaths.login(herePath())), redirectDelayMs);
}

/** What a visitor meets on a page for members: the way to sign in, and from there back here. */
export function SignInFirst() {
  const path = useCurrentPath();
  useEffect(() => {
    // Making a squad begins with an account; nobody was logged out there.
    if (path === paths.createSquad) navigate(paths.authThenCreateSquad, { replace: true });
    else goSignIn();
  }, [path]);
  return <PageSkeleton />;
}
