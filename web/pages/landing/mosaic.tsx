import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { cx } from "../../ui/class-names.ts";

const posters = Object.values(scenes);

/** One tile is tall and one wide, like pinned photos, so ten tiles fill four columns and three rows. */
const shapeOf = (index: number) => (index === 0 ? "row-span-2" : index === 4 ? "col-span-2" : "");

/** Keeps the text readable: on wide screens the gradient covers the text's width, on others it rises from below. */
const veil =
  "bg-linear-to-t from-page from-10% via-page/30 via-45% to-transparent " +
  "lg:bg-[linear-gradient(90deg,var(--page)_calc(max(0px,50%-40rem)+30rem),color-mix(in_oklab,var(--page)_25%,transparent)_calc(max(0px,50%-40rem)+44rem),transparent)]";

/**
 * Tilted tiles behind the text, each with a photo of a public squad, or with a drawing until there is one. No picture is there twice.
 * On wide screens the tiles stand at the right, because the text covers the left.
 */
export function Mosaic({ photos }: { photos: readonly MediaItem[] }) {
  // Photos that follow each other look alike.
  const apart = Math.max(1, Math.floor(photos.length / posters.length));
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 top-0 h-80 overflow-hidden lg:left-[max(0px,50%-40rem)] lg:h-full"
    >
      <div className="absolute -inset-x-6 -top-6 -bottom-4 grid grid-flow-dense grid-cols-4 grid-rows-3 gap-2 -rotate-4 scale-[1.06] lg:inset-x-[38%_-2rem] lg:-top-8 lg:-bottom-8 lg:gap-2.5 lg:[direction:rtl]">
        {posters.map((poster, index) => {
          const photo = photos[index * apart];
          return (
            <div
              key={poster}
              className={cx("overflow-hidden rounded-tile bg-cover bg-center", shapeOf(index))}
              style={{ backgroundImage: `url("${poster}")` }}
            >
              {photo && (
                <img
                  src={renditionOf(photo.filePath, "thumb")}
                  alt=""
                  decoding="async"
                  loading="lazy"
                  className="size-full animate-fade object-cover"
                />
              )}
            </div>
          );
        })}
      </div>
      <div className={cx("absolute inset-0", veil)} />
    </div>
  );
}
