import { type Expression, type RawBuilder, sql } from "kysely";

/** The rows of a file of the export, in parts if nothing bounds them. */
type Rows<Row> = readonly Row[] | AsyncIterable<readonly Row[]>;

/**
 * What the export says of a person: the rows of each of its files, by the name of the file. Names and counts that others write are null
 * once the person has left their trip or squad. A file whose name ends in `.csv` is a table, and each row has the text of its `line`.
 */
export interface OwnRecords {
  readonly media?: Rows<OwnFile>;
  /** Receipts of costs. */
  readonly costReceipts?: Rows<OwnFile>;
  readonly [name: string]: Rows<object> | undefined;
}

/** Reads the part of a noun, of a room or of all rooms. */
export type RecordsOf = (userId: string) => Promise<OwnRecords>;

/** Joins the parts of several nouns or rooms. */
export const joinRecords =
  (...parts: readonly RecordsOf[]): RecordsOf =>
  async (userId) =>
    Object.assign({}, ...(await Promise.all(parts.map((recordsOf) => recordsOf(userId)))));

/** For columns of trip `t` that others write: null if the person has left it. */
export const onTripsOf =
  (userId: string) =>
  <T>(value: Expression<T>): RawBuilder<T | null> =>
    sql<T | null>`case when t.id in (select trip_id from trips_of(${userId})) then ${value} end`;

/** A file that someone uploaded. Moments are ISO texts. */
export interface OwnFile {
  readonly trip: string | null;
  readonly squad: string | null;
  readonly id: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly size: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly purpose: string;
  readonly deletedAt: string | null;
  /** The id of the Live Photo of which this file is the video; that photo stands just before it. */
  readonly filmOf: string | null;
  readonly caption?: string | null;
  readonly likes?: number | null;
  readonly comments?: number | null;
  readonly commentsOff?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly takenAt: string;
  /** The place in the order of time: that of the photo for a film. */
  readonly orderedAt: string;
  readonly utcOffset: number | null;
  readonly isLocalClock: boolean;
  readonly tripId: string | null;
  readonly squadId: string | null;
  readonly uploadedAt: string;
}
