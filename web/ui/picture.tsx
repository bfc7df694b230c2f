import type { ComponentProps } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { cx } from "./class-names.ts";

const drawn = new Map<string, string>();

/** The blurred picture of a base64 ThumbHash as a data URL; undefined for an invalid hash. */
export function placeholderUrl(thumbhash: string): string | undefined {
  const known = drawn.get(thumbhash);
  if (known !== undefined) return known;
  try {
    const url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
    drawn.set(thumbhash, url);
    return url;
  } catch {
    return undefined;
  }
}

/**
 * A photo that reserves its space: `width` and `height` are the photo's, so nothing moves when it loads,
 * and its placeholder shows until then. `eager` is for the one or two that a visitor sees first.
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
