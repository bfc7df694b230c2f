const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The place of the last trip shown (`day_id`); anything else reads as before the first. */
export function readTripCursor(cursor: string | undefined): { day: string; id: string } {
  const [day, id] = cursor?.split("_") ?? [];
  return day &&
    id &&
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) &&
    !Number.isNaN(Date.parse(day))
    ? { day, id }
    : { day: "9999-12-31", id: lastId };
}
