import { useLayoutEffect, useRef } from "react";
import type { Plan } from "./outline.ts";
import type { View } from "./use-view.ts";
import { type Wall, rowOf, visibleDays } from "./wall-layout.ts";

interface Held {
  readonly wall: Wall;
  readonly plan: Plan;
}

/**
 * Keeps what is seen where it is when the wall is laid anew: by newer photos that come in above, by another width. Does nothing
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
    // New photos come above far more often than old ones go: places are the same counted from the end. Where that was not known, from the beginning.
    const added = old.plan.isOpenEnded ? 0 : plan.total - old.plan.total;
    const now = rowOf(wall, Math.max(0, row.from + added));
    if (now && now.top !== row.top) view.scrollTo(top + now.top - row.top);
  }, [view, wall, plan]);
}
