import type { SlideData } from "photoswipe";
import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { altOf } from "../words.ts";

/** The types of originals that browsers can show. */
const shownByBrowsers: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);

/** The longer side of a large rendition, in pixels. */
const largeSide = 2048;

/** A photo that is smaller than the window is enlarged up to this many times. */
const maxEnlarged = 2;

/**
 * A photo as a slide: its large rendition, and zoomed further in the original, if the viewer may have it. A photo that is not loaded is an
 * empty slide, and one without renditions is a slide with text.
 */
export function slideOf(
  item: MediaItem | undefined,
  mayHaveOriginal: boolean,
  frame: { readonly width: number; readonly height: number },
): SlideData {
  if (!item) return { type: "html", html: "" };
  if (item.state !== "ready") return { type: "html", html: textOf(item) };
  const { width, height, filePath } = item;
  const large = renditionOf(filePath, "large");
  const largeWidth = Math.round(width * Math.min(1, largeSide / Math.max(width, height)));
  const fitting = Math.min(frame.width / width, frame.height / height);
  const shownWidth = Math.round(largeWidth * Math.max(1, Math.min(maxEnlarged, fitting)));
  const hasMore = mayHaveOriginal && shownByBrowsers.has(item.fileType) && width > largeWidth;
  return {
    id: item.id,
    src: large,
    ...(hasMore && { srcset: `${large} ${largeWidth}w, ${filePath} ${width}w` }),
    msrc: renditionOf(filePath, "thumb"),
    width: hasMore ? width : shownWidth,
    height: hasMore ? height : Math.round((shownWidth / width) * height),
    alt: altOf(item),
    thumbCropped: true,
  };
}

const textOf = ({ state }: MediaItem) =>
  `<p class="viewer-words">${state === "failed" ? "This file could not be processed. Its original can be downloaded." : "Developing..."}</p>`;
