import { useMemo, useRef, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { near } from "../../ui/near.tsx";
import { LoadTrouble } from "./load-trouble.tsx";
import { useAnchor } from "./use-anchor.ts";
import { useBand } from "./use-band.ts";
import { type Source, useItems } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { useView } from "./use-view.ts";
import { useWallKeys } from "./use-wall-keys.ts";
import { useWallPointer } from "./use-wall-pointer.ts";
import { WallDays } from "./wall-days.tsx";
import { layWall, slotsByDay, visibleRows, withRowAt } from "./wall-layout.ts";

const Scrubber = near(async () => (await import("./scrubber.tsx")).Scrubber);

const headingRem = 2.25;

export interface WallProps {
  /** In whole CSS pixels. */
  readonly width: number;
  readonly source: Source;
  /** Set in a story: its days are numbered from this one. */
  readonly firstDay: string | undefined;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly mayChoose: boolean;
  readonly selecting: Selecting;
  readonly onOpen: (id: string) => void;
}

/** All photos of a gallery, day by day. Only those near the window are in the page, each at its final position. */
export function PhotoWall({ width, source, firstDay, mayDelete, mayChoose, selecting, onOpen }: WallProps) {
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
