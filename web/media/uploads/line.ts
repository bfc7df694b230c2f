/** What has been learnt of the line to the server. */
export interface Line {
  /** Files that travel at once. */
  readonly atOnce: number;
  /** Bytes a second that this carried; 0 when nobody knows yet. */
  readonly rate: number;
}

/** However bad the line: one long film does not keep the photos behind it waiting. */
const leastAtOnce = 2;
export const freshLine: Line = { atOnce: leastAtOnce, rate: 0 };

/** Browsers open six connections to a server; one listens to it, and one is for whoever uses the page. */
const mostAtOnce = 4;

/** One more at a time for as long as that carries clearly more, one fewer when it carries less, half when the line broke. */
export function adapt({ atOnce, rate }: Line, seen: { readonly rate: number; readonly broke: boolean }): Line {
  if (seen.broke) return { atOnce: Math.max(leastAtOnce, Math.floor(atOnce / 2)), rate: 0 };
  if (seen.rate > rate * 1.1) return { atOnce: Math.min(mostAtOnce, atOnce + 1), rate: seen.rate };
  if (seen.rate < rate * 0.8) return { atOnce: Math.max(leastAtOnce, atOnce - 1), rate: seen.rate };
  return { atOnce, rate };
}

const megabyte = 1024 * 1024;
/** A proxy may keep a piece until it has all of it: what breaks off is lost up to there. */
export const firstPieceBytes = 4 * megabyte;
const leastPieceBytes = megabyte;
const mostPieceBytes = 32 * megabyte;
const pieceMs = 8000;

/** How much to send next, so that a piece takes about eight seconds. */
export function nextPiece(bytes: number, tookMs: number): number {
  const wanted = bytes * Math.min(2, Math.max(0.5, pieceMs / Math.max(1, tookMs)));
  return Math.round(Math.min(mostPieceBytes, Math.max(leastPieceBytes, wanted)));
}

const pausesSeconds = [1, 3, 5, 10, 20, 30] as const;

/** Milliseconds to wait before the next try, after so many in vain; scattered, so that not everybody comes back at once. */
export const pauseAfter = (tries: number, chance: number): number =>
  Math.round((pausesSeconds[tries] ?? 30) * 1000 * (1 + chance / 4));
