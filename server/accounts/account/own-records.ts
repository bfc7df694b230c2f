import type { Timed } from "../../media/clocks/local-clock.ts";

/** A file that someone uploaded. */
export interface OwnFile extends Timed {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly crc32: number;
  /** The id of the Live Photo of which this file is the video; that photo stands just before it. */
  readonly filmOf: string | null;
  /** The place in the order of time: that of the photo for a film. ISO 8601. */
  readonly orderedAt: string;
}

/** The records of one person that are few enough to be read at once. */
export interface ShortRecords {
  readonly profile: unknown;
  readonly passkeys: readonly unknown[];
  readonly sessions: readonly unknown[];
  readonly alerts: readonly unknown[];
  readonly squads: readonly unknown[];
  readonly trips: readonly unknown[];
  readonly votes: readonly unknown[];
  readonly receipts: readonly unknown[];
  readonly receiptHearts: readonly unknown[];
  readonly bonusOptOuts: readonly unknown[];
  /** The awards that the person has taken their own name off. */
  readonly notForMe: readonly unknown[];
  readonly identities: readonly unknown[];
}

/** All records of a person; the long lists in parts, in order. */
export interface ExportStore {
  isThere(userId: string): Promise<boolean>;
  /** Null if the account is gone. */
  short(userId: string): Promise<ShortRecords | null>;
  likes(userId: string): AsyncIterable<readonly unknown[]>;
  /** The photos of others that the person has added too. */
  alsoAdded(userId: string): AsyncIterable<readonly unknown[]>;
  imports(userId: string): AsyncIterable<readonly unknown[]>;
  media(userId: string): AsyncIterable<readonly OwnFile[]>;
  /** The trips and squads with photos of the person that name no offset. */
  albumsWithoutClocks(userId: string): Promise<readonly string[]>;
}
