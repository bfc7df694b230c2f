import type { ReadOnlySite } from "../../platform/http/read-only.ts";
import type { Ground } from "../../schema/ground.ts";
import { shownState, switchReadOnly } from "./read-only.ts";

interface Parts extends Pick<Ground, "serve" | "database"> {
  readonly readOnly: ReadOnlySite;
}

/** Mounts the state of the site and its switch. */
export function siteRoutes({ serve, database, readOnly }: Parts): void {
  serve.call("PUT /api/admin/read-only", async ({ viewer, body }) => {
    await switchReadOnly(database, { admin: viewer.id }, body.isOn, body.message || null);
    readOnly.forget();
    return { readOnly: await shownState(readOnly) };
  });
  serve.call("GET /api/public/site", async () => ({ readOnly: await shownState(readOnly) }));
}
