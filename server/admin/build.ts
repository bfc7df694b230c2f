import type { CallName } from "#contract/calls.ts";
import { notFound } from "../platform/http/problem.ts";
import type { ReadOnlySite } from "../platform/http/read-only.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { actionRoutes } from "./actions/routes.ts";
import { actionRecordsOf } from "./actions/store.ts";
import { peopleOfSiteRoutes } from "./people/routes.ts";
import { siteRoutes } from "./site/routes.ts";

interface Parts extends Ground {
  readonly readOnly: ReadOnlySite;
}

const names = [
  "GET /api/admin",
  "GET /api/admin/people",
  "GET /api/admin/squads",
  "GET /api/admin/queues",
  "GET /api/admin/jobs",
  "POST /api/admin/jobs/:id/retry",
  "POST /api/admin/jobs/retry",
  "GET /api/admin/mails",
  "POST /api/admin/mails/:id/retry",
  "GET /api/admin/backups",
  "GET /api/admin/security",
] as const satisfies readonly CallName[];

/** Mounts the calls of the admin page, and what people see of the acts of site admins. */
export function buildAdmin(parts: Parts): { readonly feature: Feature } {
  for (const name of names)
    parts.serve.call(name, async () => {
      throw notFound();
    });
  actionRoutes(parts);
  siteRoutes(parts);
  peopleOfSiteRoutes(parts);
  return { feature: { recordsOf: actionRecordsOf(parts.database) } };
}
