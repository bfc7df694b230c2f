import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { near } from "../../ui/near.tsx";
import { type Source, useItems } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { type View, useView } from "./use-view.ts";
import { useWallKeys } from "./use-wall-keys.ts";
import { useWallPointer } from "./use-wall-pointer.ts";
import { WallDays } from "./wall-days.tsx";
import { type Wall, findRow, layWall, slotsByDay, visibleRows, withRowAt } from "./wall-layout.ts";
import { sentenceOf } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { type Layout, placeIn } from "../photos/outline.ts";

const Scrubber = near(async () => (await import("./scrubber.tsx")).Scrubber);

const headingRem = 2.25;

export interface WallProps {
  /** In whole CSS pixels. */
  readonly width: number;
  readonly source: Source;
  /** Set in a story: its days are numbered from this one. */
  readonly firstDay: string | undefined;
  /** What others added after this time is marked as new. */
  readonly newSince: string | undefined;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly mayChoose: boolean;
  readonly selecting: Selecting;
  readonly onOpen: (id: string) => void;
}

/** All photos of a gallery, day by day. Only those near the window are in the page, each at its final position. */
export function PhotoWall({ width, source, firstDay, newSince, mayDelete, mayChoose, selecting, onOpen }: WallProps) {
  const { layout } = source;
  const element = useRef<HTMLDivElement>(null);
  const [heading] = useState(() => headingRem * parseFloat(getComputedStyle(document.documentElement).fontSize));
  const wall = useMemo(() => layWall(layout, { width, heading }), [layout, width, heading]);
  const view = useView(element);
  const band = useBand(view);
  useAnchor(view, wall, layout);

  const seen = visibleRows(wall, band.top, band.bottom);
  const from = seen[0]?.from ?? 0;
  const to = seen.at(-1)?.to ?? 0;
  const { itemAt, error, retry } = useItems(source, from, to);

  // A photo with the focus stays in the page wherever the window scrolls.
  const [focused, setFocused] = useState(-1);
  const keys = useWallKeys({
    wall,
    view,
    element,
    total: layout.total,
    itemAt,
    selecting,
    mayChoose,
    onFocus: setFocused,
  });
  const { onToggle, ...pointer } = useWallPointer({ itemAt, selecting, mayChoose });

  return (
    <>
      <Scrubber wall={wall} view={view} />
      <div ref={element} className="relative" style={{ height: wall.height }} {...keys} {...pointer}>
        <WallDays
          days={slotsByDay(wall, withRowAt(seen, wall, focused))}
          heading={heading}
          firstDay={firstDay}
          newSince={newSince}
          itemAt={itemAt}
          selection={selecting.selection}
          mayDelete={mayDelete}
          mayChoose={mayChoose}
          onOpen={onOpen}
          onToggle={onToggle}
        />
      </div>
      {error && <LoadTrouble error={error} onRetry={retry} />}
    </>
  );
}

/** Says that photos on the screen did not load. */
const LoadTrouble = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div
    role="alert"
    className="edge fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md flex-wrap items-center justify-center gap-3 rounded-card bg-card px-4 py-3 shadow-soft md:bottom-4"
  >
    <p>
      More photos did not load. <span className="text-soft">{sentenceOf(error)}</span>
    </p>
    <Button size="sm" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);

interface Laid {
  readonly wall: Wall;
  readonly layout: Layout;
}

/**
 * Keeps the visible photos in place when the layout changes, because photos came or went or the width changed. Does nothing while the top
 * of the wall is visible, where new photos should appear.
 */
function useAnchor(view: View, wall: Wall, layout: Layout): void {
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

/** A vertical range of a wall, in CSS pixels from its top. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** How far beyond the window photos are in the page. */
const overscan = 900;
/** A band moves in steps, so that most scroll events change nothing. */
const step = 300;

/** The range of a wall in and near the window. */
function useBand(view: View): Band {
  const [band, setBand] = useState<Band>({ top: -overscan, bottom: innerHeight + overscan });
  useEffect(() => {
    const measure = () => {
      const top = view.now();
      const next = {
        top: Math.floor((top - overscan) / step) * step,
        bottom: Math.ceil((top + innerHeight + overscan) / step) * step,
      };
      setBand((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    addEventListener("scroll", measure, options);
    addEventListener("resize", measure, options);
    // It calls once at its start, too. Content above the wall may grow or shrink while the page loads.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      listening.abort();
      watch.disconnect();
    };
  }, [view]);
  return band;
}
