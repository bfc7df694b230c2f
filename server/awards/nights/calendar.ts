import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

/** How long the evening lasts in a calendar. */
const eveningHours = 2;

/**
 * The evening as an iCalendar file. Its times are instants, so that each calendar shows them in its own time zone. The file of a night that is
 * called off takes the evening out of a calendar.
 */
export function calendarOf(
  trip: { readonly id: string; readonly name: string },
  startsAt: Date,
  url: string | undefined,
  isOff = false,
): string {
  const calendar = ical({
    prodId: "//Swellmates//Awards Night//EN",
    ...(isOff && { method: ICalCalendarMethod.CANCEL }),
  });
  calendar.createEvent({
    id: `night-${trip.id}@swellmates`,
    start: startsAt,
    end: new Date(startsAt.getTime() + eveningHours * 3_600_000),
    summary: `Awards Night: ${trip.name}`,
    ...(isOff && { status: ICalEventStatus.CANCELLED }),
    ...(url !== undefined && { url }),
  });
  return calendar.toString();
}
