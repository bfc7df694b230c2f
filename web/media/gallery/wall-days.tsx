import { memo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { nameOfDay } from "../photos/days.ts";
import { type Selection, isChosen } from "./selection.ts";
import { Tile } from "./tile.tsx";
import type { ItemAt } from "../photos/use-items.ts";
import { type WallDay, type WallRow, gap } from "./wall-layout.ts";

/** The browser fetches the first photos before all others. */
const eagerPhotos = 6;

interface DaysProps {
  readonly days: readonly WallDay[];
  /** CSS pixels. */
  readonly heading: number;
  readonly itemAt: ItemAt;
  readonly selection: Selection | null;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly mayChoose: boolean;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

/** The days near the window, each a heading and a list. The list tells screen readers its full length. */
export function WallDays({ days, heading, itemAt, selection, mayDelete, ...rest }: DaysProps) {
  // During a request a photo can seem to be at two positions.
  const placed = new Set<string>();
  return days.map((day) => (
    <section
      key={day.day}
      aria-labelledby={`day-${day.day}`}
      className="absolute inset-x-0"
      style={{ top: day.top, height: day.height }}
    >
      <h3
        id={`day-${day.day}`}
        data-day={day.day}
        className="truncate font-semibold text-soft"
        style={{ height: heading }}
      >
        {nameOfDay(day.day)}
      </h3>
      <ul>
        {day.rows.flatMap((row) =>
          slotsOf(row).map(({ index, left, width }) => {
            const item = itemAt(index);
            const isNew = item !== undefined && !placed.has(item.id);
            if (isNew) placed.add(item.id);
            return (
              <Slot
                key={isNew ? item.id : index}
                top={row.top - day.top}
                left={left}
                width={width}
                height={row.height}
                index={index}
                position={index - day.from + 1}
                size={day.to - day.from}
                item={item}
                mayDelete={item !== undefined && mayDelete(item)}
                chosen={selection && item ? isChosen(selection, item.id) : undefined}
                {...rest}
              />
            );
          }),
        )}
      </ul>
    </section>
  ));
}

function slotsOf({ from, widths }: WallRow) {
  let left = 0;
  return widths.map((width, i) => {
    const slot = { index: from + i, left, width };
    left += width + gap;
    return slot;
  });
}

interface SlotProps extends Omit<Parameters<typeof Tile>[0], "item" | "eager"> {
  readonly top: number;
  readonly left: number;
  readonly position: number;
  readonly size: number;
  readonly item: MediaItem | undefined;
}

/** The box of a photo, which is there before the photo itself is loaded. */
const Slot = memo(function Slot({ top, left, position, size, item, ...tile }: SlotProps) {
  const { width, height, index } = tile;
  return (
    <li aria-posinset={position} aria-setsize={size} className="absolute" style={{ top, left, width, height }}>
      {item ? (
        <Tile {...tile} item={item} eager={index < eagerPhotos} />
      ) : (
        <div className="size-full rounded-photo bg-tint">
          <span className="sr-only">Loading...</span>
        </div>
      )}
    </li>
  );
});
