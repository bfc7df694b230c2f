import type { AttachImage } from "../media/photos/attach-image.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { tripRecordsOf } from "./own-records-store.ts";
import { tripRoutes } from "./routes.ts";

interface Parts extends Ground {
  readonly attachImage: AttachImage;
}

/** Mounts trips and their crews. */
export function buildTrips({ serve, ...parts }: Parts): { readonly feature: Feature } {
  tripRoutes(serve, parts);
  return { feature: { recordsOf: tripRecordsOf(parts.database) } };
}
