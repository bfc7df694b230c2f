/** A track as its tables or blocks describe it, whatever the head of the file says. */
export interface Track {
  /** As mediabunny numbers it. */
  readonly id: number;
  readonly kind: "picture" | "sound" | "other";
  /** How ffmpeg names it (a stream specifier). */
  readonly stream: string;
  readonly frames: number;
  /** When its first frame starts and its last one ends, in ms. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface Tracks {
  readonly all: readonly Track[];
  /** Frames may stand outside of the tables in the head, which then knows the length of the first ones at most. */
  readonly areInFragments: boolean;
}

/** The length in ms from the first frame to the end of the last; null when there is none. */
export function countedLength({ all }: Tracks): number | null {
  const timed = all.filter(({ kind, frames }) => kind !== "other" && frames > 0);
  const ms = Math.max(...timed.map(({ endMs }) => endMs)) - Math.min(...timed.map(({ startMs }) => startMs));
  return ms > 0 && ms < 1e9 ? Math.round(ms) : null;
}

/** Whether there is something to hear and nothing to see. */
export const isSoundAlone = ({ all }: Tracks): boolean =>
  all.some(({ kind }) => kind === "sound") && all.every(({ kind }) => kind !== "picture");
