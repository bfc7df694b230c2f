import type { ReadOnlySite } from "../platform/http/read-only.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { actionRoutes } from "./actions/routes.ts";
import { actionRecordsOf } from "./actions/store.ts";
import { jobRoutes } from "./jobs/routes.ts";
import { bouncedMailRoutes } from "./mails/routes.ts";
import { peopleOfSiteRoutes } from "./people/routes.ts";
import { securityLineRoutes } from "./security/routes.ts";
import { siteRoutes } from "./site/routes.ts";
import { squadsOfSiteRoutes } from "./squads/routes.ts";

interface Parts extends Ground {
  readonly readOnly: ReadOnlySite;
  /** Deletes old lines of the security log. */
  readonly forgetLines: () => Promise<void>;
}

/** Mounts the calls of the admin page, and what people see of the acts of site admins. */
export function buildAdmin(parts: Parts): { readonly feature: Feature } {
  siteRoutes(parts);
  peopleOfSiteRoutes(parts);
  squadsOfSiteRoutes(parts);
  jobRoutes(parts);
  bouncedMailRoutes(parts);
  securityLineRoutes(parts);
  actionRoutes(parts);
  return { feature: { forget: parts.forgetLines, recordsOf: actionRecordsOf(parts.database) } };
}
