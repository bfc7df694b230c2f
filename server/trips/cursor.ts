import { isId } from "#contract/id.ts";

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

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

/** Whether the day exists: PostgreSQL refuses 31 February and the year zero. */
const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && day >= "0001" && new Date(`${day}T00:00:00.000Z`).toJSON()?.slice(0, 10) === day;
