import { useEffect } from "react";
import { ApiError, api } from "../core/api.ts";
import { navigate, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { Spinner } from "../ui/button.tsx";
import { goSignIn } from "../core/leave.ts";

/** Redirects to the viewer's last squad. Without one, or if the call fails, redirects to the squad list. */
export function WelcomePage() {
  usePageTitle("Loading your adventure...");
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    api("GET /api/user/recent-squad", { signal }).then(
      ({ hasSquads, squadId }) =>
        navigate(hasSquads && squadId !== null ? paths.squad(squadId) : paths.squads, { replace: true }),
      (error: unknown) => {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.code === "not_signed_in") goSignIn();
        else navigate(paths.squads, { replace: true });
      },
    );
    return () => leaving.abort();
  }, []);
  return (
    <output className="grid justify-items-center gap-4 px-4 py-24 text-center">
      <Spinner className="text-4xl text-focus" />
      <span className="title text-2xl">Loading your adventure...</span>
    </output>
  );
}
