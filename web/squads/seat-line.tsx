import type { SeatCard } from "#contract/seats.ts";
import { formatDay } from "../core/calendar.ts";

/** How a person without an account sat down, and what admins did for their seat since. */
export function SeatLine({ seat: { satAt, device, confirmed, newLink } }: { seat: SeatCard }) {
  const facts = [
    `Sat down ${formatDay(satAt)}${device === null ? "" : ` with ${device}`}`,
    confirmed && `${confirmed.by ?? "An admin"} confirmed them ${formatDay(confirmed.at)}`,
    newLink && `${newLink.by ?? "An admin"} made a new link ${formatDay(newLink.at)}`,
  ];
  return <p className="text-sm leading-tight text-soft">{facts.filter(Boolean).join(". ")}</p>;
}
