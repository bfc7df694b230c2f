import { cx } from "../ui/class-names.ts";
import { sceneFor } from "./scenes.ts";

/** The renditions of a stored picture; a picture from elsewhere has none. */
export type Rendition = "thumb" | "medium" | "large";

export const renditionOf = (filePath: string, size: Rendition): string =>
  filePath.startsWith("/objects/") ? `${filePath}?size=${size}` : filePath;

/** The photo of a squad or trip, or its poster. Decoration: the name stands beside it. Its box comes from its classes. */
export const Cover = ({
  of,
  size = "medium",
  eager = false,
  className,
}: {
  of: { readonly id: string; readonly photoUrl: string | null };
  size?: Rendition;
  eager?: boolean;
  className?: string;
}) => (
  <img
    src={of.photoUrl ? renditionOf(of.photoUrl, size) : sceneFor(of.id)}
    alt=""
    loading={eager ? "eager" : "lazy"}
    decoding="async"
    className={cx("bg-tint object-cover", className)}
  />
);

/** A poster cut out as a round sticker, for empty and failed states. */
export const SceneSticker = ({ src }: { src: string }) => (
  <img
    src={src}
    alt=""
    width={160}
    height={160}
    className="edge size-40 -rotate-3 rounded-full object-cover shadow-stamp"
  />
);
