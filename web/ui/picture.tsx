import type { ComponentProps } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { cx } from "./class-names.ts";
import { keepNewest } from "./keep-newest.ts";

/** The blurred picture of a base64 ThumbHash, as a data URL of about 4 kB; undefined for any other text. */
const placeholderUrl = keepNewest(500, (thumbhash) => {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
});

/**
 * A photo. Pass the photo's `width` and `height`, so that nothing moves when it loads; until then the blurred placeholder shows.
 * `eager` is for the one or two photos that a visitor sees first.
 */
export function Picture({
  thumbhash,
  eager = false,
  alt,
  className,
  style,
  ...rest
}: ComponentProps<"img"> & {
  alt: string;
  width: number;
  height: number;
  thumbhash: string | null;
  eager?: boolean;
}) {
  const placeholder = thumbhash === null ? undefined : placeholderUrl(thumbhash);
  return (
    <img
      {...rest}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("bg-tint bg-cover bg-center", className)}
      style={placeholder === undefined ? style : { ...style, backgroundImage: `url("${placeholder}")` }}
    />
  );
}
