import { useState } from "react";
import { coverSet } from "#contract/cover-sizes.ts";
import { cx } from "../ui/class-names.ts";
import { type Rendition, renditionOf } from "./rendition.ts";
import { sceneOf, scenePosition } from "./scenes.ts";

/**
 * The photo of a squad, or the cover of a trip, or a drawing if there is none or it fails to load in this size and as a thumbnail. `sizes`
 * says how wide it is, as in HTML. Screen readers skip it, because the name stands beside it, or on it in a `shaded` box. A card of a grid
 * passes the `scene` that was dealt to it.
 */
export function Cover({
  of,
  scene = sceneOf(of),
  size = "medium",
  eager = false,
  sizes = coverSizes,
  className,
}: {
  of: {
    readonly id: string;
    readonly squadId?: string | null;
    readonly photoUrl?: string | null;
    readonly coverUrl?: string | null;
  };
  scene?: string;
  size?: Rendition;
  eager?: boolean;
  sizes?: string;
  className?: string;
}) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const photo = of.coverUrl ?? of.photoUrl ?? null;
  const sources = photo === null ? [] : [size, "thumb" as const].map((one) => renditionOf(photo, one));
  const src = sources.find((one) => !failed.includes(one)) ?? scene;
  const set =
    size !== "thumb" && photo !== null && src === renditionOf(photo, size) && src !== photo
      ? coverSet(photo)
      : undefined;
  return (
    <img
      srcSet={set}
      sizes={set && sizes}
      src={src}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed([...failed, src])}
      style={src === scene ? { objectPosition: scenePosition(scene) } : undefined}
      className={cx("bg-tint object-cover", className)}
    />
  );
}

/** Cards have this width at most, or that of a phone. */
const coverSizes = "(min-width: 40rem) 28rem, 100vw";

export { SceneSticker } from "./scene-sticker.tsx";
