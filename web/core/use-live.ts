import { useEffect, useRef } from "react";
import type { LiveEvent } from "#contract/live.ts";

type Kind = LiveEvent["kind"];

const handlers = new Map<Kind, Set<(event: LiveEvent) => void>>();

/** Calls `handler` at once for each hint of a kind, for example a reveal. */
export function useLive(kind: Kind, handler: (event: LiveEvent) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  }, [handler]);
  useEffect(() => {
    const hear = (event: LiveEvent) => latest.current(event);
    const set = handlers.get(kind) ?? new Set();
    handlers.set(kind, set.add(hear));
    return () => void set.delete(hear);
  }, [kind]);
}

/** Calls the handlers of a hint. */
export function passOn(event: LiveEvent): void {
  for (const hear of handlers.get(event.kind) ?? []) hear(event);
}
