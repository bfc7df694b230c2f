import type { ReactNode } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { cx } from "../../ui/class-names.ts";

/** Photos in their own shapes, in rows of the same height. `children` draws one. The last row keeps the photos' shapes. */
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
  <ul className={cx("flex flex-wrap gap-1.5 after:grow-[999] sm:gap-2", className)}>
    {photos.map((photo, index) => {
      const shape = photo.width / photo.height;
      return (
        <li key={photo.id} style={{ flexGrow: shape, flexBasis: `calc(var(--row) * ${shape})` }}>
          {children(photo, index)}
        </li>
      );
    })}
  </ul>
);
