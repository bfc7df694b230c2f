import type { SlideData } from "photoswipe";
import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/cover.tsx";
import { altOf } from "../words.ts";

/** The types of originals that browsers can show. */
const shownByBrowsers: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);

/** The longer side of a large rendition, in pixels. */
const largeSide = 2048;

/**
 * A photo as a slide: its large rendition, and zoomed further in the original, if the viewer may have it. A photo that is not loaded is an
 * empty slide, and one without renditions is a slide with text.
 */
export function slideOf(item: MediaItem | undefined, mayHaveOriginal: boolean): SlideData {
  if (!item) return { type: "html", html: "" };
  if (item.state !== "ready") return { type: "html", html: textOf(item) };
  const { width, height, filePath } = item;
  const large = renditionOf(filePath, "large");
  const largeWidth = Math.round(width * Math.min(1, largeSide / Math.max(width, height)));
  const hasMore = mayHaveOriginal && shownByBrowsers.has(item.fileType) && width > largeWidth;
  return {
    id: item.id,
    src: large,
    ...(hasMore && { srcset: `${large} ${largeWidth}w, ${filePath} ${width}w` }),
    msrc: renditionOf(filePath, "thumb"),
    width: hasMore ? width : largeWidth,
    height: hasMore ? height : Math.round((largeWidth / width) * height),
    alt: altOf(item),
    thumbCropped: true,
  };
}

const textOf = ({ state }: MediaItem) =>
  `<p class="viewer-words">${state === "failed" ? "This file could not be processed. Its original can be downloaded." : "Developing..."}</p>`;
