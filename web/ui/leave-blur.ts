// Decision 053: why a failed picture is retried, and how often.
import type { SyntheticEvent } from "react";

/** A picture of one point that cannot be seen. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Milliseconds until a photo is tried again. */
const patience = [3000, 10_000, 30_000] as const;
const tries = new WeakMap<HTMLImageElement, number>();

/**
 * For a photo that does not load: its words are for whoever cannot see, and would hide the blur that stands in its place. It is tried
 * again some times, and whenever the connection is back.
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
