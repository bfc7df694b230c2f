import { useCallback, useEffect, useRef, useState } from "react";
import type { Reaction } from "#contract/nights.ts";
import { ApiError, api } from "../../../core/api.ts";
import { tellProblem } from "../../../core/tell-problem.ts";

/** An emoji on its way up. */
export interface Float {
  readonly id: number;
  readonly emoji: Reaction;
  /** Where it rises, from 0 at the left to 1. */
  readonly lane: number;
}

/** Further ones are only counted, so that a phone can draw them. */
const maxFloating = 40;
/** A float that no animation ends is gone after this time. */
const floatMs = 3500;

/** The emoji that float up now, and the sum of each since the page opened. */
export function useFloats() {
  const [floats, setFloats] = useState<readonly Float[]>([]);
  const [counts, setCounts] = useState<Readonly<Partial<Record<Reaction, number>>>>({});
  const next = useRef(0);
  const timers = useRef(new Set<number>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);
  const float = useCallback((emoji: Reaction) => {
    const id = next.current++;
    setCounts((before) => ({ ...before, [emoji]: (before[emoji] ?? 0) + 1 }));
    setFloats((before) =>
      before.length < maxFloating ? [...before, { id, emoji, lane: (id * 0.618 + 0.13) % 1 }] : before,
    );
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setFloats((before) => before.filter((one) => one.id !== id));
    }, floatMs);
    timers.current.add(timer);
  }, []);
  return { floats, counts, float };
}

/** Refusals that nobody hears of: a reaction is for its moment. */
const silent: ReadonlySet<string> = new Set(["too_many_requests", "offline"]);

/** The server refuses more from one person. */
const maxPerSecond = 5;

/** Returns a function that sends a reaction. Above the limit it does nothing. False if it did nothing. */
export function useReact(tripId: string): (emoji: Reaction) => boolean {
  const sent = useRef<readonly number[]>([]);
  return (emoji) => {
    const recent = sent.current.filter((moment) => moment > Date.now() - 1000);
    if (recent.length >= maxPerSecond) return false;
    sent.current = [...recent, Date.now()];
    api("POST /api/trips/:id/night/reactions", { params: { id: tripId }, body: { emoji } }).catch((error: unknown) => {
      if (error instanceof ApiError && silent.has(error.code)) return;
      tellProblem(error, "Your reaction did not arrive", "Please try again.");
    });
    return true;
  };
}
