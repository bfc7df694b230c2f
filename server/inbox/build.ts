import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { inboxRoutes } from "./routes.ts";
import { openDigests } from "./digest/digest.ts";
import { inboxRecordsOf } from "./own-records-store.ts";

/** Mounts the inbox. */
export function buildInbox(ground: Ground): { readonly feature: Feature } {
  inboxRoutes(ground.serve, ground);
  const digests = openDigests(ground);
  return { feature: { start: digests.start, recordsOf: inboxRecordsOf(ground.database) } };
}
