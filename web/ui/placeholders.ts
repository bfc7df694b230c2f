// Decision 082: why placeholders wait for a task of their own.
import { thumbHashToDataURL } from "thumbhash";
import { keepNewest } from "./keep-newest.ts";

/** The blurred picture of a base64 ThumbHash, as a data URL of about 4 kB; undefined for any other text. */
const urlOf = keepNewest(500, (thumbhash) => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
});

/** Photos whose picture was not there yet, with their ThumbHash. */
const waiting = new Map<HTMLImageElement, string>();

/**
 * Shows the blurred placeholder of a base64 ThumbHash behind a photo that has not loaded. One takes a slow phone some milliseconds, so each
 * is drawn in a task of its own. Returns a function that takes it away.
 */
export function showPlaceholder(image: HTMLImageElement, thumbhash: string): () => void {
  if (waiting.size === 0) setTimeout(drawNext);
  waiting.set(image, thumbhash);
  return () => {
    waiting.delete(image);
    image.style.backgroundImage = "";
  };
}

function drawNext(): void {
  for (const [image, thumbhash] of waiting) {
    waiting.delete(image);
    if (isLoaded(image)) continue;
    const url = urlOf(thumbhash);
    if (url !== undefined) image.style.backgroundImage = `url("${url}")`;
    break;
  }
  if (waiting.size > 0) setTimeout(drawNext);
}

/** A picture that failed is one transparent pixel. */
const isLoaded = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 1;
