import { logSecurity } from "../../platform/http/security-log.ts";
import type { Ground } from "../../schema/ground.ts";
import { pageById } from "../list-routes.ts";
import { logOutPerson } from "./logging-out.ts";
import { peopleOfSiteStore } from "./store.ts";

/** Mounts what site admins see of people and do for them. */
export function peopleOfSiteRoutes({
  serve,
  database,
  activity,
}: Pick<Ground, "serve" | "database" | "activity">): void {
  const store = peopleOfSiteStore(database);
  serve.call("GET /api/admin/people", (asked) =>
    pageById(asked, (limit, before) => store.newest(limit, before, asked.query.search)),
  );

  serve.call("POST /api/admin/people/:id/end-sessions", async ({ viewer, params, request }) => {
    await logOutPerson(database, { admin: viewer.id }, params.id);
    logSecurity(request, "admin_acted", { action: "sessions_ended", target: params.id });
    // Their open pages close their live connections and ask for the login.
    activity.tell("account_changed", { person: params.id });
    return undefined;
  });
}
