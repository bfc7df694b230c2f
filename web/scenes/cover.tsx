import { useState } from "react";
import { cx } from "../ui/class-names.ts";
import { sceneFor } from "./scenes.ts";

export type Rendition = "thumb" | "medium" | "large";

/** The address of a stored picture in one of its sizes; a picture from elsewhere has but one. */
export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}?size=${size}` : filePath;

/** What makes words readable on a photo of any kind, and on a poster, which is calm: there only below, behind the words. */
const scrims = {
  photo: "from-scrim/90 from-5% via-scrim/50 via-55% to-scrim/5",
  poster: "from-scrim/80 via-scrim/45 via-35% to-transparent to-65%",
} as const;

/**
 * The photo of a squad or trip, or its poster where there is none or it does not come. Decoration: the name
 * stands beside it. Its box comes from its classes, and so does the box of the `scrim` for words that stand on it.
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

/** A poster cut out as a round sticker, for empty and failed states. Decoration. */
export const SceneSticker = ({ src }: { src: string }) => (
  <img
    src={src}
    alt=""
    width={160}
    height={160}
    className="edge size-40 -rotate-3 rounded-full object-cover shadow-stamp"
  />
);
