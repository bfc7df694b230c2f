import { useEffect } from "react";
import { navigate, useCurrentPath } from "../location.ts";
import { herePath, paths, serverPaths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import { PageSkeleton } from "./page-skeleton.tsx";

const redirectDelayMs = 500;
let isLeaving = false;

/** Says that this needs signing in and goes there, once; the way back leads to the page one is on. */
export function goSignIn(): void {
  toast({ title: "Unauthorized", text: "You are logged out. Logging in again...", look: "danger" });
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => location.assign(serverPaths.login(herePath())), redirectDelayMs);
}

// A page that comes back from the browser's memory may have to leave again.
addEventListener("pageshow", () => (isLeaving = false));

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
