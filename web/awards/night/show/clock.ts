import { useEffect, useState } from "react";
import { api } from "../../../core/api.ts";
import { wait } from "../../../ui/wait.ts";

/** One answer of the server's clock: the server's time, and when this page asked and heard it, in milliseconds. */
export interface ClockSample {
  readonly asked: number;
  readonly server: number;
  readonly heard: number;
}

/**
 * How far the server's clock is ahead of ours, in milliseconds. The sample with the shortest round trip is the most exact: its error is
 * at most half of that trip.
 */
export function offsetOf(samples: readonly ClockSample[]): number {
  const [best] = samples.toSorted((a, b) => a.heard - a.asked - (b.heard - b.asked));
  return best ? best.server - (best.asked + best.heard) / 2 : 0;
}

const sampleCount = 5;
const pauseMs = 60;
/** An answer within this time sets the clock to a tenth of a second. */
const quickMs = 150;
/** A laptop that wakes up, or a phone that sets its clock, shows within this time what the others show. */
const againMs = 60_000;

let offset: number | undefined;

/** The server's time in milliseconds, as far as this page knows it. */
export const serverNow = (): number => Date.now() + (offset ?? 0);

async function sample(): Promise<ClockSample | undefined> {
  const asked = Date.now();
  return api("GET /api/clock").then(
    ({ now }) => ({ asked, server: Date.parse(now), heard: Date.now() }),
    () => undefined,
  );
}

/** Compares our clock with the server's, and calls `tell` as soon as an answer is exact enough, at the latest after the last one. */
async function compareClocks(tell: () => void): Promise<void> {
  const samples: ClockSample[] = [];
  for (let i = 0; i < sampleCount; i++) {
    const one = await sample();
    if (one) samples.push(one);
    if (one && one.heard - one.asked <= quickMs) {
      offset ??= offsetOf(samples);
      tell();
    }
    await wait(pauseMs);
  }
  if (samples.length > 0) offset = offsetOf(samples);
  tell();
}

/** Keeps `serverNow` exact while the component shows. False until the clocks are compared, or the server did not answer. */
export function useServerClock(): boolean {
  const [isReady, setReady] = useState(offset !== undefined);
  useEffect(() => {
    const compare = () => void compareClocks(() => setReady(true));
    const wake = () => document.hidden || compare();
    compare();
    const timer = setInterval(compare, againMs);
    addEventListener("online", compare);
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      removeEventListener("online", compare);
      document.removeEventListener("visibilitychange", wake);
    };
  }, []);
  return isReady;
}
