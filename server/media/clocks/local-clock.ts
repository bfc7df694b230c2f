// Written by hand because clocks follow the photos of the trip; a zone from coordinates (geo-tz) needs a table of borders to maintain.

/** The capture time of a photo or video, as its row stores it. */
export interface Timed {
  /** ISO 8601 in UTC. */
  readonly takenAt: string;
  /** Minutes east of UTC to which the camera's clock was set; null when the file does not say. */
  readonly utcOffset: number | null;
  /** `takenAt` is the time on a clock without a zone, read as UTC. */
  readonly isLocalClock: boolean;
  readonly tripId: string | null;
  readonly squadId: string | null;
}

/** The most frequent offsets in trips, or in squads for photos outside trips, in minutes east of UTC. */
export interface Clocks {
  /** On a day in UTC (`yyyy-mm-dd`) and the days beside it. */
  readonly near: readonly (readonly [albumId: string, day: string, utcOffset: number])[];
  /** Over all days. */
  readonly usual: readonly (readonly [albumId: string, utcOffset: number])[];
}

export const noClocks: Clocks = { near: [], usual: [] };

/** The ids of the trips and squads whose clocks are needed, because some of their photos name no offset. */
export const albumsToAsk = (photos: readonly Timed[]): string[] => [
  ...new Set(photos.filter((photo) => !photo.isLocalClock && photo.utcOffset === null).flatMap(albumIdOf)),
];

/** The local time of the camera's own clock, written as UTC; null when the file does not say. */
export const ownClock = ({ takenAt, utcOffset, isLocalClock }: Timed): Date | null =>
  isLocalClock || utcOffset !== null ? set(takenAt, isLocalClock ? 0 : utcOffset!) : null;

/**
 * Returns a function that gives the local time of a photo, written as UTC. It follows the rule for the days of galleries
 * (`days-sql.ts`): the photo's own clock, else the most frequent offset of its trip, else `timeZone`.
 */
export function localClocks({ near, usual }: Clocks, timeZone: string): (photo: Timed) => Date {
  const nearBy = new Map(near.map(([albumId, day, offset]) => [`${albumId} ${day}`, offset]));
  const usualBy = new Map(usual);
  // Swedish dates and times are written as in ISO 8601.
  const there = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  return (photo) => {
    const own = ownClock(photo);
    if (own) return own;
    const { takenAt, tripId } = photo;
    const [albumId] = albumIdOf(photo);
    // Photos outside trips have no usual offset, because they span years.
    const offset =
      nearBy.get(`${albumId} ${takenAt.slice(0, 10)}`) ?? (tripId === null ? undefined : usualBy.get(tripId));
    if (offset !== undefined) return set(takenAt, offset);
    return new Date(`${there.format(new Date(takenAt)).replace(" ", "T")}Z`);
  };
}

const albumIdOf = ({ tripId, squadId }: Timed) => [tripId ?? squadId ?? []].flat();

const set = (takenAt: string, utcOffset: number) => new Date(Date.parse(takenAt) + utcOffset * 60_000);
