import { useState } from "react";
import { cx } from "../ui/class-names.ts";
import { sceneFor } from "./scenes.ts";

export type Rendition = "thumb" | "medium" | "large";

/** The address of a rendition of a stored picture. A picture from another site keeps its address. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}?size=${size}` : filePath;

/** The gradients that keep text readable. A photo needs one over its whole height, a poster only behind the text. */
const scrims = {
  photo: "from-scrim/90 from-5% via-scrim/50 via-55% to-scrim/5",
  poster: "from-scrim/80 via-scrim/45 via-35% to-transparent to-65%",
} as const;

/**
 * The photo of a squad or trip, or its poster if it has no photo or the photo fails to load. Screen readers skip it,
 * because the name stands beside it. `className` sizes the picture; `scrim` sizes the gradient behind text.
 */
export function Cover({
  of,
  size = "medium",
  eager = false,
  className,
  scrim,
}: {
  of: { readonly id: string; readonly photoUrl: string | null };
  size?: Rendition;
  eager?: boolean;
  className?: string;
  scrim?: string;
}) {
  const [failed, setFailed] = useState<string>();
  const photo = of.photoUrl === failed ? null : of.photoUrl;
  const picture = (
    <img
      src={photo ? renditionOf(photo, size) : sceneFor(of.id)}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => photo && setFailed(photo)}
      className={cx("bg-tint object-cover", className)}
    />
  );
  if (scrim === undefined) return picture;
  return (
    <>
      {picture}
      <div aria-hidden="true" className={cx("bg-linear-to-t", photo ? scrims.photo : scrims.poster, scrim)} />
    </>
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
