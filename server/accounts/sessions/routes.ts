import type { Ground } from "../../schema/ground.ts";
import { notFound } from "../../platform/http/problem.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import { sessionStore } from "./store.ts";

type Parts = Pick<Ground, "database" | "activity" | "sessions">;

export function sessionRoutes(serve: Serve, { database, sessions, activity }: Parts): void {
  const store = sessionStore(database);
  /** Open pages of the user learn that sessions have ended, and fetch the list again. */
  const tell = (id: string) => activity.tell("account_changed", { person: id });

  serve.call("GET /api/sessions", async ({ viewer, request }) => {
    const current = sessions.tokenHashOf(request);
    if (!current) throw notSignedIn();
    return store.ofUser(viewer.id, current);
  });

  serve.call("DELETE /api/sessions", async ({ viewer, request }) => {
    const kept = sessions.tokenHashOf(request);
    if (!kept) throw notSignedIn();
    await store.endOthers(viewer.id, kept);
    logSecurity(request, "other_sessions_ended");
    tell(viewer.id);
    return undefined;
  });

  serve.call("DELETE /api/sessions/:id", async ({ viewer, params, request }) => {
    if (!(await store.end(viewer.id, params.id))) throw notFound();
    logSecurity(request, "session_ended", { session: params.id });
    tell(viewer.id);
    return undefined;
  });
}
