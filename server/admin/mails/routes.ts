import { logSecurity } from "../../platform/http/security-log.ts";
import type { Ground } from "../../schema/ground.ts";
import { pageById } from "../list-routes.ts";
import { retryMail } from "./retrying.ts";
import { bouncedMailStore } from "./store.ts";

/** Mounts mails that were given up, and another try for them. */
export function bouncedMailRoutes({ serve, database, mail }: Pick<Ground, "serve" | "database" | "mail">): void {
  const store = bouncedMailStore(database);
  serve.call("GET /api/admin/mails", (asked) => pageById(asked, store.newest));
  serve.call("POST /api/admin/mails/:id/retry", async ({ viewer, params, request }) => {
    await retryMail(database, mail, { admin: viewer.id }, params.id);
    logSecurity(request, "admin_acted", { action: "mail_retried", target: params.id });
    return undefined;
  });
}
