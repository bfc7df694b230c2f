import type { SlideData } from "photoswipe";
import type { MediaItem } from "#contract/media-item.ts";
import { renditionOf } from "../../scenes/cover.tsx";
import { altOf } from "../words.ts";

/** Originals that a browser shows as they are. */
const shownByBrowsers: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);

/** The longer side of a large rendition, in pixels. */
const largeSide = 2048;

/**
 * A photo as the viewer shows it: the large rendition; zoomed further in, for those who may have it, the
 * original itself. One that is not here yet is nothing, and one that has no picture says so.
 */
export function slideOf(item: MediaItem | undefined, mayHaveOriginal: boolean): SlideData {
  if (!item) return { type: "html", html: "" };
  if (item.state !== "ready") return { type: "html", html: wordsOnly(item) };
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

const wordsOnly = ({ state }: MediaItem) =>
  `<p class="viewer-words">${state === "failed" ? "This file could not be processed. Its original can be downloaded." : "Developing..."}</p>`;
