import type { CSSProperties } from "react";
import type { NightCard } from "#contract/nights.ts";
import { renditionOf } from "../../../scenes/rendition.ts";
import { Picture } from "../../../ui/picture.tsx";
import { at } from "./timing.ts";

/** The trip's most liked photos, up to six, as squares beside the medal table; on an upright screen as a strip below it. */
export function Mosaic({ photos }: Pick<Extract<NightCard, { kind: "final" }>, "photos">) {
  const columns = photos.length === 4 ? 2 : Math.min(3, photos.length);
  const shape = {
    "--count": photos.length,
    "--columns": columns,
    "--rows": Math.ceil(photos.length / columns),
  } as CSSProperties;
  return (
    <ul className="show-mosaic show-rise" data-count={photos.length} style={at(900, shape)}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <Picture
            src={renditionOf(photo.filePath, "medium")}
            alt={photo.caption ?? ""}
            width={photo.width}
            height={photo.height}
            thumbhash={photo.placeholder}
          />
        </li>
      ))}
    </ul>
  );
}
