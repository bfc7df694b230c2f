import { useLayoutEffect, useRef } from "react";
import { type Layout, placeIn } from "../photos/outline.ts";
import type { View } from "./use-view.ts";
import { type Wall, findRow, visibleRows } from "./wall-layout.ts";

interface Laid {
  readonly wall: Wall;
  readonly layout: Layout;
}

/**
 * Keeps the visible photos in place when the layout changes, because photos came or went or the width changed. Does nothing while the top
 * of the wall is visible, where new photos should appear.
 */
export function useAnchor(view: View, wall: Wall, layout: Layout): void {
  const before = useRef<Laid>(undefined);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { wall, layout };
    if (!old || old.wall === wall) return;
    const top = view.now();
    if (top < 40) return;
    const seen = visibleRows(old.wall, top, top + innerHeight);
    const row = seen.find((one) => one.top >= top) ?? seen[0];
    if (!row) return;
    const now = findRow(wall, placeIn(layout, old.layout, row.from));
    if (now && now.top !== row.top) view.scrollTo(top + now.top - row.top);
  }, [view, wall, layout]);
}
