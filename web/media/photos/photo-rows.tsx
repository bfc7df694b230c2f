import type { ReactNode } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { cx } from "../../ui/class-names.ts";

/**
 * A sample of photos in their own shapes, in full rows of the same height. `children` draws one. A last row that is far from full is left
 * out, unless it is the only one.
 */
export const PhotoRows = <P extends Pick<MediaItem, "id" | "width" | "height">>({
  photos,
  className,
  children,
}: {
  photos: readonly P[];
  /** Sets the least height of a row: `[--row:8rem]`. */
  className: string;
  children: (photo: P, index: number) => ReactNode;
}) => (
  <ul className={cx("flex flex-wrap gap-1.5 sm:gap-2", className)}>
    {photos.map((photo, index) => {
      const shape = photo.width / photo.height;
      return (
        <li key={photo.id} style={{ flexGrow: shape, flexBasis: `calc(var(--row) * ${shape})` }}>
          {children(photo, index)}
        </li>
      );
    })}
    {/* Takes the room that the last row leaves. A new function at each render looks at new photos too. */}
    <li aria-hidden="true" className="grow-[999]" ref={(room) => keepRowsFull(room!)} />
  </ul>
);

/** Lets the last row grow to the edge if it is nearly full. Else hides its photos. */
function keepRowsFull(room: HTMLElement) {
  const list = room.parentElement!;
  const fill = () => {
    const all = [...list.children] as HTMLElement[];
    for (const one of all) one.hidden = false;
    const row = all.filter(({ offsetTop }) => offsetTop === room.offsetTop);
    const isFull = room.offsetWidth * 3 < list.offsetWidth;
    if (isFull) room.hidden = true;
    else if (row.length < all.length) for (const one of row) one.hidden = true;
  };
  fill();
  addEventListener("resize", fill);
  return () => removeEventListener("resize", fill);
}
