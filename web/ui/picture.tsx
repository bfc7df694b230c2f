import { type ComponentProps, useCallback } from "react";
import { cx } from "./class-names.ts";
import { untilLoaded } from "./near.tsx";

/** Loads with the page's code, so that it is there when the first photos are. */
const help = untilLoaded(() => import("./picture-help.ts"));

/**
 * A photo, requested again if it does not load. Pass the photo's `width` and `height`, so that nothing moves when it loads; until then the blurred placeholder shows.
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
      const taking = help.then(({ showPlaceholder }) => (isShown ? showPlaceholder(image, thumbhash) : undefined));
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
      onError={({ currentTarget }) => void help.then(({ retryImage }) => retryImage(currentTarget))}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("bg-tint bg-cover bg-center", className)}
    />
  );
}
