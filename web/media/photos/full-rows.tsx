import { type ReactNode, type RefCallback, useCallback, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { layRows, ratioOf, rowGap, rowHeightFor } from "./rows.ts";

/** Browsers round each width, and a row must not be wider than its place. In CSS pixels. */
const spare = 0.2;

/** A few photos in full rows, as high as those of a gallery. `children` draws one. */
export function FullRows<P extends Pick<MediaItem, "id" | "width" | "height">>({
  photos,
  children,
}: {
  photos: readonly P[];
  children: (photo: P) => ReactNode;
}) {
  const [width, setWidth] = useState(0);
  // Measured before the browser paints, so that nothing below moves.
  const measure: RefCallback<HTMLUListElement> = useCallback((list: HTMLUListElement) => {
    const tell = () => setWidth(list.clientWidth);
    tell();
    addEventListener("resize", tell);
    return () => removeEventListener("resize", tell);
  }, []);
  const total = width > 0 ? photos.length : 0;
  const rows = layRows(
    { total, ratioAt: (index) => ratioOf(photos[index]!), counts: [total], isOpenEnded: false },
    { width, gap: rowGap, target: rowHeightFor(width), minDay: 0 },
  );
  return (
    <ul ref={measure} style={{ gap: rowGap }} className="flex flex-wrap">
      {rows.flatMap(({ from, height, widths }) => {
        const gaps = rowGap * (widths.length - 1);
        return widths.map((own, place) => {
          const photo = photos[from + place]!;
          // A share of the row, because a scrollbar that comes later makes the row narrower.
          const share = `calc((100% - ${gaps + spare}px) * ${own / (width - gaps)})`;
          return (
            <li key={photo.id} style={{ width: share, aspectRatio: own / height }}>
              {children(photo)}
            </li>
          );
        });
      })}
    </ul>
  );
}
