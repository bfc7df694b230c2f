import ical from "ical-generator";
import type { StoredNight } from "./store.ts";

/** How long the evening lasts in a calendar. */
const eveningHours = 2;

/** The evening as an iCalendar file. Its times are instants, so that each calendar shows them in its own time zone. */
export function calendarOf(
  trip: { readonly id: string; readonly name: string },
  night: Pick<StoredNight, "starts_at">,
  publicUrl: string | undefined,
): string {
  const calendar = ical({ prodId: "//Swellmates//Awards Night//EN" });
  calendar.createEvent({
    id: `night-${trip.id}@swellmates`,
    start: night.starts_at,
    end: new Date(night.starts_at.getTime() + eveningHours * 3_600_000),
    summary: `Awards Night: ${trip.name}`,
    ...(publicUrl !== undefined && { url: `${publicUrl}/trips/${trip.id}/night` }),
  });
  return calendar.toString();
}
