import type { AddMedia } from "../photos/add-media.ts";
import type { Storage } from "../storage/storage.ts";
import type { Uploads } from "../uploads/build.ts";

/** Adds files that the server fetches itself. They are inspected and counted like uploads. */
export interface Intake extends Pick<
  Uploads,
  "receive" | "drop" | "largestBytes" | "limits" | "incoming" | "maxImageBytes"
> {
  readonly storage: Storage;
  /** Registers a received file as a photo. */
  readonly add: AddMedia;
}
