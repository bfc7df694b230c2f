import { minuteMs } from "../../platform/durations.ts";

/** No zone is further from UTC than Kiribati, at fourteen hours. */
const maxUtcOffsetMs = 14 * 60 * minuteMs;

/** A zone behind a time. */
export const zonePattern = /^ ?(?:(?:UTC|GMT)? ?[+\-−]\d{1,2}(?::?\d\d)?(?!\d)|(?:Z|UTC|GMT)\b)/;

/** A zone in ms east of UTC. "UTC" for a time that names only the instant, and not the clock; null for no zone. */
export function readZone(zone: string | null): number | "UTC" | null {
  const words = (zone ?? "").replaceAll(/[\s\0]+/g, " ").trim();
  if (/^(?:Z|UTC|GMT)$/.test(words)) return "UTC";
  const [, sign, hours, minutes = "0"] = /^(?:UTC|GMT)? ?([+\-−])(\d{1,2}):?(\d\d)?$/.exec(words) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  if (!(ms <= maxUtcOffsetMs) || Number(minutes) > 59) return null;
  return sign === "+" ? ms : -ms;
}

/** The zones in use that are no whole hours, in minutes. */
const oddZones = [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825];
const zonesInUse = [...Array.from({ length: 27 }, (_, i) => (i - 12) * 60), ...oddZones];
/** A phone's last GPS fix may be some minutes old. */
const maxSatelliteAgeMinutes = 15;

/** The zone in ms of a clock that shows `clock` when GPS says `satellite`; null when no zone is near. */
export function zoneBySatellite(clock: number, satellite: number | null): number | null {
  if (satellite === null) return null;
  const minutes = (clock - satellite) / minuteMs;
  const off = (zone: number) => Math.abs(zone - minutes);
  const nearest = zonesInUse.reduce((best, zone) => (off(zone) < off(best) ? zone : best));
  return off(nearest) <= maxSatelliteAgeMinutes ? nearest * minuteMs : null;
}
