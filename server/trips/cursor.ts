import { isId } from "#contract/id.ts";
import { firstId, lastId } from "../platform/db/id.ts";

/** The place of a trip in a list, latest start first. */
export interface TripPosition {
  readonly day: string;
  readonly id: string;
}

/** The cursor of the page after these rows, when there are as many as asked for. */
export function tripCursor(rows: readonly { start_date: string; id: string }[], limit: number): string | null {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last ? `${last.start_date}_${last.id}` : null;
}

/** Reads a cursor (`day_id` of the last trip shown); anything else means the first page. */
export function readTripCursor(cursor: string | undefined): TripPosition {
  const [day, id] = cursor?.split("_") ?? [];
  return day && id && isDay(day) && isId(id) ? { day, id } : { day: "9999-12-31", id: lastId };
}

/** The place of a trip in a list, nearest to `day` first. */
export interface NearPosition {
  /** Null for today, by the clock of the database. */
  readonly day: string | null;
  readonly distance: number;
  readonly id: string;
}

/** Reads a cursor of `nearCursor` (`day_distance_id` of the last trip shown); anything else means the first page. */
export function readNearCursor(cursor: string | undefined): NearPosition {
  const [day, distance, id] = cursor?.split("_") ?? [];
  return day && distance && id && isDay(day) && /^\d{1,7}$/.test(distance) && isId(id)
    ? { day, distance: Number(distance), id }
    : { day: null, distance: -1, id: firstId };
}

/** Whether the day exists: PostgreSQL refuses 31 February and the year zero. */
const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && day >= "0001" && new Date(`${day}T00:00:00.000Z`).toJSON()?.slice(0, 10) === day;
