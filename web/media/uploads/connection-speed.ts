/** What this tab has learnt about its connection to the server. */
export interface Throughput {
  /** How many files are sent at once. */
  readonly concurrency: number;
  /** The speed that this reached; 0 while it is unknown. */
  readonly bytesPerSecond: number;
}

/** Two even on the worst connection, so that photos do not wait for one long video. */
const minConcurrency = 2;
/** Browsers open six connections to a server. One carries live updates, and one is left for the page itself. */
const maxConcurrency = 4;

export const initialThroughput: Throughput = { concurrency: minConcurrency, bytesPerSecond: 0 };

/** Sends one file more as long as that is clearly faster, one fewer when it is slower, and half as many after a break. */
export function adaptConcurrency(
  { concurrency, bytesPerSecond }: Throughput,
  seen: { readonly bytesPerSecond: number; readonly isBroken: boolean },
): Throughput {
  const atLeast = (wanted: number) => Math.max(minConcurrency, wanted);
  if (seen.isBroken) return { concurrency: atLeast(Math.floor(concurrency / 2)), bytesPerSecond: 0 };
  if (seen.bytesPerSecond > bytesPerSecond * 1.1)
    return { concurrency: Math.min(maxConcurrency, concurrency + 1), bytesPerSecond: seen.bytesPerSecond };
  if (seen.bytesPerSecond < bytesPerSecond * 0.8)
    return { concurrency: atLeast(concurrency - 1), bytesPerSecond: seen.bytesPerSecond };
  return { concurrency, bytesPerSecond };
}

const measureMs = 3000;

/** Counts what this tab sends, and adapts to it how many files are sent at once. */
export function measureConnection() {
  let throughput = initialThroughput;
  let bytes = 0;
  let since = performance.now();
  const adapt = (isBroken: boolean) => {
    const now = performance.now();
    throughput = adaptConcurrency(throughput, { bytesPerSecond: (bytes / (now - since)) * 1000, isBroken });
    bytes = 0;
    since = now;
  };
  return {
    addBytes: (count: number) => void (bytes += count),
    addBreak: () => adapt(true),
    /** How many files may be sent at once, now that `sending` are. */
    maxSending(sending: number): number {
      if (sending >= throughput.concurrency && performance.now() - since >= measureMs) adapt(false);
      return throughput.concurrency;
    },
  };
}

const megabyte = 1024 * 1024;
/** A proxy may hold a piece until it has all of it, so a break costs up to one piece. */
export const firstPieceBytes = 4 * megabyte;
const minPieceBytes = megabyte;
const maxPieceBytes = 32 * megabyte;
const pieceMs = 8000;

/** Returns the size of the next piece, chosen so that it takes about eight seconds. */
export function nextPiece(bytes: number, tookMs: number): number {
  const wanted = bytes * Math.min(2, Math.max(0.5, pieceMs / Math.max(1, tookMs)));
  return Math.round(Math.min(maxPieceBytes, Math.max(minPieceBytes, wanted)));
}
