import { useState } from "react";
import { cx } from "../ui/class-names.ts";
import { sceneOf, scenePosition } from "./scenes.ts";

export type Rendition = "thumb" | "medium" | "large";

/** The address of a rendition of a stored picture. A picture from another site keeps its address. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}?size=${size}` : filePath;

/**
 * The photo of a squad, or the cover of a trip, or a drawing if there is none or it fails to load in this size and as a thumbnail. Screen readers skip it,
 * because the name stands beside it, or on it in a `shaded` box. A card of a grid passes the `scene` that was dealt to it.
 */
export function Cover({
  of,
  scene = sceneOf(of),
  size = "medium",
  eager = false,
  className,
}: {
  of: {
    readonly id: string;
    readonly squadId?: string | null;
    readonly photoUrl: string | null;
    readonly coverUrl?: string | null;
  };
  scene?: string;
  size?: Rendition;
  eager?: boolean;
  className?: string;
}) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const photo = of.coverUrl ?? of.photoUrl;
  const sizes: readonly Rendition[] = photo === null ? [] : [size, "thumb"];
  const src = sizes.map((one) => renditionOf(photo!, one)).find((one) => !failed.includes(one)) ?? scene;
  return (
    <img
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

/** A poster as a round sticker, for empty and failed states. Screen readers skip it. */
export const SceneSticker = ({ src }: { src: string }) => (
  <img
    src={src}
    alt=""
    width={160}
    height={160}
    className="edge size-40 -rotate-3 rounded-full object-cover shadow-stamp"
  />
);
