import { secondMs } from "./durations.ts";

/** Resolves as `work` does. Rejects when that takes longer than `ms`; the work goes on unheard. */
export async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / secondMs} s`)), ms).unref();
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A read whose answer is kept for a while. */
export interface Kept<T> {
  (): Promise<T>;
  /** Drops the answer, so that the next call reads. */
  forget(): void;
}

/**
 * Returns a function that calls `read` at most once at a time, and again only `ms` after it answered. Whoever asks meanwhile gets the same
 * answer, so that many who ask cost as much as one. A failure is not kept.
 */
export function keptFor<T>(ms: number, read: () => Promise<T>): Kept<T> {
  let reading: Promise<T> | undefined;
  const ask = () => {
    if (reading) return reading;
    const mine = read();
    reading = mine;
    const forget = () => {
      if (reading === mine) reading = undefined;
    };
    mine.then(() => setTimeout(forget, ms).unref(), forget);
    return mine;
  };
  return Object.assign(ask, { forget: () => void (reading = undefined) });
}
