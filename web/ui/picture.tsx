import type { ComponentProps } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { cx } from "./class-names.ts";

const drawn = new Map<string, string>();

/** The blurred picture that a base64 ThumbHash stands for, as a data URL; undefined when it is none. */
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
 * A photo that keeps its place: `width` and `height` are its own, so nothing jumps when it arrives,
 * and until then its blurred placeholder stands there. `eager` is for the one or two a visitor sees first.
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
