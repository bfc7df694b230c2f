import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { scenes } from "../../scenes/scenes.ts";

const posters = Object.values(scenes);

/**
 * Tilted tiles behind the text, each with a photo of a public squad, or with a drawing until there is one. No picture is there twice.
 * `theme.css` has the looks, because the first page pays for code and not for styles.
 */
export function Mosaic({ photos }: { photos: readonly MediaItem[] }) {
  // Photos that follow each other look alike.
  const apart = Math.max(1, Math.floor(photos.length / posters.length));
  return (
    <div aria-hidden="true" className="mosaic">
      <div>
        {posters.map((poster, index) => {
          const photo = photos[index * apart];
          return (
            <div key={poster}>
              {/* Lazy and of low priority, so that the text does not wait for ten pictures. */}
              <img
                src={photo ? renditionOf(photo.filePath, "tile") : poster}
                alt=""
                decoding="async"
                loading="lazy"
                fetchPriority="low"
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
