import { type ComponentProps, useCallback } from "react";
import { cx } from "./class-names.ts";

/** Starts with this module, so that it is there when the first photos are. Without it photos have no placeholders. */
const placeholders = import("./placeholders.ts").catch(() => undefined);

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
    (image: HTMLImageElement) => {
      if (thumbhash === null) return undefined;
      let isShown = true;
      const taking = placeholders.then((part) => (isShown ? part?.showPlaceholder(image, thumbhash) : undefined));
      return () => {
        isShown = false;
        void taking.then((take) => take?.());
      };
    },
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
