import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { cx } from "../../ui/class-names.ts";

const tileCount = 32;
const posters = Object.values(scenes);
/** Each round uses all posters once, because 3 and their number have no common factor, and begins with another one. */
const posterOf = (index: number) => posters[(index * 3 + Math.floor(index / posters.length) * 5) % posters.length];

/** Some tiles are tall and some wide, like pinned photos. */
const shapeOf = (index: number) =>
  index % 9 === 0 || index % 9 === 4 ? "row-span-2" : index % 9 === 3 ? "col-span-2" : "";

/** Keeps the text readable: on wide screens the gradient covers the text's width, on others it rises from below. */
const veil =
  "bg-linear-to-t from-page from-10% via-page/30 via-45% to-transparent " +
  "lg:bg-[linear-gradient(90deg,var(--page)_calc(max(0px,50%-40rem)+30rem),color-mix(in_oklab,var(--page)_25%,transparent)_calc(max(0px,50%-40rem)+44rem),transparent)]";

/**
 * Tilted tiles with photos of public squads, behind the text. A drawn poster fills each tile without a loaded photo. On wide screens the
 * photos begin at the upper right, because the text covers the left.
 */
export const Mosaic = ({ photos }: { photos: readonly MediaItem[] }) => (
  <div aria-hidden="true" className="absolute inset-x-0 top-0 h-80 overflow-hidden lg:h-full">
    <div className="absolute -inset-x-6 -inset-y-12 grid auto-rows-[84px] grid-flow-dense grid-cols-[repeat(auto-fill,minmax(110px,1fr))] gap-2 -rotate-4 scale-[1.06] lg:-inset-x-5 lg:-top-2 lg:-bottom-8 lg:auto-rows-[130px] lg:[direction:rtl] lg:grid-cols-[repeat(auto-fill,minmax(180px,1fr))] lg:gap-2.5">
      {Array.from({ length: tileCount }, (_, index) => {
        const photo = photos[index];
        return (
          <div
            key={index}
            className={cx("overflow-hidden rounded-tile bg-cover bg-center", shapeOf(index))}
            style={{ backgroundImage: `url("${posterOf(index)}")` }}
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
