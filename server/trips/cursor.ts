import { isId } from "../platform/db/id.ts";

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The cursor of trip `t`, as an SQL expression. */
export const tripCursor = "t.start_date || '_' || t.id";

/** Reads a cursor (`day_id` of the last trip shown); anything else means the first page. */
export function readTripCursor(cursor: string | undefined): { day: string; id: string } {
  const [day, id] = cursor?.split("_") ?? [];
  return day && id && isDay(day) && isId(id) ? { day, id } : { day: "9999-12-31", id: lastId };
}

/** Whether the day exists: PostgreSQL refuses 31 February and the year zero. */
const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) && day >= "0001" && new Date(`${day}T00:00:00.000Z`).toJSON()?.slice(0, 10) === day;
