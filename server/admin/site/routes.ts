import type { ReadOnlySite } from "../../platform/http/read-only.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Ground } from "../../schema/ground.ts";
import { openOverview, shownBackups } from "./overview.ts";
import { shownState, switchReadOnly } from "./read-only.ts";

interface Parts extends Pick<Ground, "serve" | "database" | "jobs" | "faults"> {
  readonly readOnly: ReadOnlySite;
}

const maxBackups = 100;

/** Mounts the state of the site and its switch. */
export function siteRoutes({ serve, database, jobs, faults, readOnly }: Parts): void {
  serve.call("GET /api/admin", openOverview({ database, readOnly, faults, failed: jobs.failed }));

  serve.call("GET /api/admin/backups", () => shownBackups(database, maxBackups));

  serve.call("PUT /api/admin/read-only", async ({ viewer, body, request }) => {
    await switchReadOnly(database, { admin: viewer.id }, body.isOn, body.message || null);
    readOnly.forget();
    logSecurity(request, "admin_acted", { action: body.isOn ? "read_only_on" : "read_only_off", target: null });
    return { readOnly: await shownState(readOnly) };
  });

  serve.call("GET /api/public/site", async () => ({ readOnly: await shownState(readOnly) }));
}
