import { memo, useMemo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { type Day, nameOfDay, splitDays } from "./days.ts";
import { layRows, ratioOf } from "./rows.ts";
import { Tile } from "./tile.tsx";
import { useWidth } from "./use-width.ts";

const gap = 6;
/** Photos that a visitor sees first are fetched first. */
const eagerPhotos = 6;

const targetFor = (width: number) => (width < 640 ? 140 : width < 1000 ? 190 : 220);

interface DaysProps {
  readonly photos: readonly MediaItem[];
  /** Whether older photos are still to come. */
  readonly hasMore: boolean;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly onOpen: (id: string) => void;
}

/** Photos day by day, in rows that fill the width and stay put when older ones arrive below. */
export function PhotoDays({ photos, hasMore, ...rest }: DaysProps) {
  const [ref, width] = useWidth();
  const days = useMemo(() => splitDays(photos), [photos]);
  const first = useMemo(() => new Set(photos.slice(0, eagerPhotos).map(({ id }) => id)), [photos]);
  return (
    <div ref={ref} className="grid gap-7">
      {width > 0 &&
        days.map((day, index) => (
          <OneDay
            key={day.day}
            day={day}
            width={width}
            isOpenEnded={hasMore && index === days.length - 1}
            first={first}
            {...rest}
          />
        ))}
    </div>
  );
}

const OneDay = memo(function OneDay({
  day: { day, photos },
  width,
  isOpenEnded,
  first,
  mayDelete,
  onOpen,
}: Omit<DaysProps, "photos" | "hasMore"> & {
  day: Day<MediaItem>;
  width: number;
  /** Photos of this day are still to come: its last row waits for them, so that it need not move. */
  isOpenEnded: boolean;
  first: ReadonlySet<string>;
}) {
  const rows = useMemo(() => layRows(photos.map(ratioOf), { width, gap, target: targetFor(width) }), [photos, width]);
  return (
    <section aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} className="mb-2.5 font-semibold text-soft">
        {nameOfDay(day)}
      </h3>
      <div className="grid gap-1.5">
        {rows
          .filter((row) => row.full || !isOpenEnded)
          .map((row) => (
            <div key={photos[row.from]?.id} className="flex gap-1.5" style={{ height: row.height }}>
              {photos.slice(row.from, row.to).map((item, place) => (
                <Tile
                  key={item.id}
                  item={item}
                  width={row.widths[place] ?? 0}
                  height={row.height}
                  eager={first.has(item.id)}
                  mayDelete={mayDelete(item)}
                  onOpen={onOpen}
                />
              ))}
            </div>
          ))}
      </div>
    </section>
  );
});
