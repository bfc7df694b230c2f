// Decision 053: why a failed picture is retried, and how often.
import type { SyntheticEvent } from "react";

/** A picture of one transparent pixel. */
const emptyPicture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Milliseconds before each retry. */
const retryDelays = [3000, 10_000, 30_000] as const;
const tries = new WeakMap<HTMLImageElement, number>();

/**
 * Handles a photo that did not load. Shows an empty picture instead, because the alt text would hide the blurred placeholder. Requests
 * the photo again after each delay, and when the browser is back online.
 */
export function retryImage({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  const wanted = image.src;
  if (wanted === emptyPicture) return;
  image.src = emptyPicture;
  const again = () => {
    if (image.isConnected && image.src === emptyPicture) image.src = wanted;
  };
  const tried = tries.get(image) ?? 0;
  tries.set(image, tried + 1);
  if (tried < retryDelays.length) setTimeout(again, retryDelays[tried]);
  addEventListener("online", again, { once: true });
}
