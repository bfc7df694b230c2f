import type { AttachImage } from "../media/photos/attach-image.ts";
import type { Feature } from "../schema/feature.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import type { Database } from "../schema/database.ts";
import { tripRecordsOf } from "./own-records-store.ts";
import { tripRoutes } from "./routes.ts";

interface Parts {
  readonly serve: Serve;
  readonly database: Database;
  readonly guesses: Throttle;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly attachImage: AttachImage;
}

/** Mounts trips and their crews. */
export function buildTrips({ serve, ...parts }: Parts): { readonly feature: Feature } {
  tripRoutes(serve, parts);
  return { feature: { recordsOf: tripRecordsOf(parts.database) } };
}
