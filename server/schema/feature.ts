// Decision 098: why each room has one builder.
import type { RecordsOf } from "./own-records.ts";

/** What the server does with each room, beside the calls that the room has mounted. */
export interface Feature {
  /** Begins work in the background, once the server listens. */
  readonly start?: () => void;
  /** Ends what the room has begun, and resolves when it is over. */
  readonly stop?: () => Promise<void>;
  /** Deletes what has expired. Runs once a day on one of the servers. */
  readonly forget?: () => Promise<void>;
  /** Reads what the account's export says of a person and this room. */
  readonly recordsOf?: RecordsOf;
}
