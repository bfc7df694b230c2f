import { memo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { useMe } from "../../core/viewer.ts";
import { namesOfDay } from "../photos/days.ts";
import { type Selection, isChosen } from "./selection.ts";
import { Tile } from "./tile.tsx";
import type { ItemAt } from "../photos/use-items.ts";
import type { DayOnWall } from "./wall-layout.ts";

/** The browser fetches the first photos before all others. */
const eagerPhotos = 6;
/** The width of a letter of a date, in heights of its heading. */
const letter = 0.25;

interface DaysProps {
  readonly days: readonly DayOnWall[];
  /** The height of a heading, in CSS pixels. */
  readonly heading: number;
  /** Set in a story: its days are numbered from this one. */
  readonly firstDay: string | undefined;
  readonly itemAt: ItemAt;
  readonly selection: Selection | null;
  readonly newSince: string | undefined;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly mayChoose: boolean;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

/** The days near the window, each a heading and a list. The list tells screen readers its full length. */
export function WallDays({ days, heading, firstDay, itemAt, selection, newSince, mayDelete, ...rest }: DaysProps) {
  const me = useMe();
  // During a request a photo can seem to be at two positions.
  const placed = new Set<string>();
  return days.map(({ day: { day, from, to, top, left, room }, slots }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h3
        id={`day-${day}`}
        data-day={day}
        aria-label={namesOfDay(day, firstDay)[0]}
        className="absolute truncate font-semibold text-soft"
        style={{ top, left, width: room, height: heading }}
      >
        {nameWithin(room / (heading * letter), namesOfDay(day, firstDay))}
      </h3>
      <ul>
        {slots.map(({ index, ...box }) => {
          const item = itemAt(index);
          const isFirst = item !== undefined && !placed.has(item.id);
          if (isFirst) placed.add(item.id);
          return (
            <Slot
              key={isFirst ? item.id : index}
              {...box}
              index={index}
              position={index - from + 1}
              size={to - from}
              item={item}
              isNew={newSince !== undefined && !!item && item.createdAt > newSince && item.uploader?.id !== me.id}
              mayDelete={item !== undefined && mayDelete(item)}
              chosen={selection && item ? isChosen(selection, item.id) : undefined}
              {...rest}
            />
          );
        })}
      </ul>
    </section>
  ));
}

/** The longest of these names, longest first, with at most this many letters; else the shortest. */
const nameWithin = (letters: number, names: readonly string[]) =>
  names.find(({ length }) => length <= letters) ?? names.at(-1);

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
