import { ImageOff } from "lucide-react";
import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { Picture } from "../../ui/picture.tsx";

/** A small square picture of a photo, in a row that names it. */
export function Thumbnail({ item }: { item: MediaItem }) {
  const box = "size-18 shrink-0 rounded-photo";
  if (item.state !== "ready")
    return (
      <span className={`${box} grid place-items-center bg-tint text-soft`}>
        <ImageOff aria-hidden="true" size={20} />
      </span>
    );
  return (
    <Picture
      src={renditionOf(item.filePath, "thumb")}
      alt=""
      width={72}
      height={72}
      thumbhash={item.placeholder}
      className={`${box} object-cover`}
    />
  );
}
