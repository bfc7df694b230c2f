/** A photo or video as far as clocks are concerned. */
export interface Timed {
  /** ISO 8601 in UTC. */
  readonly takenAt: string;
  /** Minutes east of UTC that the clock there was set to; null when its file does not say. */
  readonly utcOffset: number | null;
  /** `takenAt` is what a clock without a zone showed, taken for UTC. */
  readonly isLocalClock: boolean;
  readonly tripId: string | null;
  readonly squadId: string | null;
}

/** What most clocks in trips, or in squads for photos of no trip, were set to, in minutes east of UTC. */
export interface Clocks {
  /** On a day in UTC (`yyyy-mm-dd`) and the days beside it. */
  readonly near: readonly (readonly [placeId: string, day: string, utcOffset: number])[];
  /** On any day. */
  readonly usual: readonly (readonly [placeId: string, utcOffset: number])[];
}

export const noClocks: Clocks = { near: [], usual: [] };

/** Of these places some of the photos are that say nothing of their own clock. */
export const placesToAsk = (photos: readonly Timed[]): string[] => [
  ...new Set(photos.filter((photo) => !photo.isLocalClock && photo.utcOffset === null).flatMap(placesOf)),
];

/** What the clock showed by which a photo was taken, as if that were UTC; null when its file does not say. */
export const ownClock = ({ takenAt, utcOffset, isLocalClock }: Timed): Date | null =>
  isLocalClock || utcOffset !== null ? set(takenAt, isLocalClock ? 0 : utcOffset!) : null;

/**
 * What a clock where a photo was taken showed, as if that were UTC, by the rule that gives galleries their days (`days-sql.ts`): its own
 * clock, else what most of its trip were set to, else a clock of `timeZone`.
 */
export function localClocks({ near, usual }: Clocks, timeZone: string): (photo: Timed) => Date {
  const nearBy = new Map(near.map(([place, day, offset]) => [`${place} ${day}`, offset]));
  const usualBy = new Map(usual);
  // The Swedish way to write a time is that of ISO 8601.
  const there = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  return (photo) => {
    const own = ownClock(photo);
    if (own) return own;
    const { takenAt, tripId } = photo;
    const [place] = placesOf(photo);
    // Photos of no trip have no usual clock: those of years lie together.
    const offset =
      nearBy.get(`${place} ${takenAt.slice(0, 10)}`) ?? (tripId === null ? undefined : usualBy.get(tripId));
    if (offset !== undefined) return set(takenAt, offset);
    return new Date(`${there.format(new Date(takenAt)).replace(" ", "T")}Z`);
  };
}

const placesOf = ({ tripId, squadId }: Timed) => [tripId ?? squadId ?? []].flat();

const set = (takenAt: string, utcOffset: number) => new Date(Date.parse(takenAt) + utcOffset * 60_000);
