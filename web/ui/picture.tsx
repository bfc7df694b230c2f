import { type ComponentProps, useCallback } from "react";
import { cx } from "./class-names.ts";
import { showPlaceholder } from "./placeholders.ts";

/**
 * A photo. Pass the photo's `width` and `height`, so that nothing moves when it loads; until then the blurred placeholder shows.
 * `eager` is for the one or two photos that a visitor sees first.
 */
export function Picture({
  thumbhash,
  eager = false,
  alt,
  className,
  ...rest
}: ComponentProps<"img"> & {
  alt: string;
  width: number;
  height: number;
  thumbhash: string | null;
  eager?: boolean;
}) {
  const placeholder = useCallback(
    (image: HTMLImageElement) => (thumbhash === null ? undefined : showPlaceholder(image, thumbhash)),
    [thumbhash],
  );
  return (
    <img
      {...rest}
      ref={placeholder}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("bg-tint bg-cover bg-center", className)}
    />
  );
}
