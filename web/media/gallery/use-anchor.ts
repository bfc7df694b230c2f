import { useLayoutEffect, useRef } from "react";
import { type Plan, placeIn } from "../photos/outline.ts";
import type { View } from "./use-view.ts";
import { type Wall, rowOf, visibleDays } from "./wall-layout.ts";

interface Held {
  readonly wall: Wall;
  readonly plan: Plan;
}

/**
 * Keeps what is seen where it is when the wall is laid anew: by photos that come or go above or below, by another width. Does nothing
 * while the wall's beginning is in view, where what is new should show.
 */
export function useAnchor(view: View, wall: Wall, plan: Plan): void {
  const before = useRef<Held>(undefined);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { wall, plan };
    const top = view.now();
    if (!old || old.wall === wall || top < 40) return;
    const seen = visibleDays(old.wall, top, top + innerHeight).flatMap(({ rows }) => rows);
    const row = seen.find((one) => one.top >= top) ?? seen[0];
    if (!row) return;
    const now = rowOf(wall, placeIn(plan, old.plan, row.from));
    if (now && now.top !== row.top) view.scrollTo(top + now.top - row.top);
  }, [view, wall, plan]);
}
