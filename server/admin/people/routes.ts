import type { Ground } from "../../schema/ground.ts";
import { logOutPerson } from "./logging-out.ts";

/** Mounts what site admins see of people and do for them. */
export function peopleOfSiteRoutes({ serve, database, live }: Pick<Ground, "serve" | "database" | "live">): void {
  serve.call("POST /api/admin/people/:id/end-sessions", async ({ viewer, params }) => {
    await logOutPerson(database, { admin: viewer.id }, params.id);
    // Their open pages close their live connections and ask for the login.
    live.tell({ scope: "user", id: params.id, kind: "account" });
    return undefined;
  });
}
