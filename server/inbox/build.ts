import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { inboxRoutes } from "./routes.ts";
import { inboxRecordsOf } from "./own-records-store.ts";

/** Mounts the inbox. */
export function buildInbox(ground: Ground): { readonly feature: Feature } {
  inboxRoutes(ground.serve, ground);
  return { feature: { recordsOf: inboxRecordsOf(ground.database) } };
}
