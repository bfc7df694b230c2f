// Decision 053: why a failed picture is retried, and how often.
import type { SyntheticEvent } from "react";

/** A transparent picture of one pixel. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Milliseconds until each retry. */
const patience = [3000, 10_000, 30_000] as const;
const tries = new WeakMap<HTMLImageElement, number>();

/**
 * The error handler of a photo. It shows a transparent pixel, because the alt text would cover the placeholder, and retries
 * a few times and whenever the connection returns.
 */
export function leaveBlur({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  const wanted = image.src;
  if (wanted === nothing) return;
  image.src = nothing;
  const again = () => {
    if (image.isConnected && image.src === nothing) image.src = wanted;
  };
  const tried = tries.get(image) ?? 0;
  tries.set(image, tried + 1);
  if (tried < patience.length) setTimeout(again, patience[tried]);
  addEventListener("online", again, { once: true });
}
